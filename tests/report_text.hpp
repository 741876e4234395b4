// Looking into the page of `debye report`.
#pragma once

#include <string>

namespace debye::test {

/// The text between two others.
inline std::string between(const std::string& text, const std::string& before,
                           const std::string& after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string::npos) return "";
  const std::size_t start = begin + before.size(), end = text.find(after, start);
  return end == std::string::npos ? "" : text.substr(start, end - start);
}

/// The JSON that a page holds.
inline std::string data_of(const std::string& page) {
  return between(page, "<script type=\"application/json\" id=\"data\">", "</script>");
}

}  // namespace debye::test
