// Brings the bytes of an input file (or of standard input) into memory, takes their checksum and
// undoes gzip. What the text means is decided in structure_text.cpp.

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "debye/atoms.hpp"
#include "debye/error.hpp"
#include "structure/sha256.hpp"

namespace debye {
namespace {

std::string read_stream(std::FILE* stream, const std::string& name, std::size_t expected_size) {
  std::string bytes;
  std::size_t used = 0;
  bytes.resize(expected_size + 1);  // one more, so that the end is met without growing
  while (true) {
    used += std::fread(bytes.data() + used, 1, bytes.size() - used, stream);
    if (used < bytes.size()) break;
    bytes.resize(bytes.size() * 2);
  }
  if (std::ferror(stream)) fail(name, ": cannot be read: ", std::strerror(errno));
  bytes.resize(used);
  return bytes;
}

std::string read_bytes(const std::string& name) {
  if (name == "-") return read_stream(stdin, "standard input", 1 << 16);
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  if (std::filesystem::is_directory(status)) fail(name, ": is a directory, not a structure file");
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) fail(name, ": cannot be opened: ", std::strerror(errno));
  const auto size = std::filesystem::is_regular_file(status)
                        ? std::filesystem::file_size(name, error)
                        : std::uintmax_t{1} << 16;
  return read_stream(file.get(), name, error ? 0 : static_cast<std::size_t>(size));
}

bool is_gzip(const std::string& bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

// Owns the state of zlib's decoder.
class Inflater {
 public:
  Inflater() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) fail<Error>("zlib cannot be initialised");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_ = {};
};

// A gzip file is one or more members, one after the other (bgzip and `cat a.gz b.gz` write
// several); bytes after the last member that start no further one are padding.
std::string gunzip(const std::string& bytes, const std::string& name) {
  Inflater inflater;
  z_stream& stream = inflater.stream();
  std::string text;
  std::size_t read = 0, written = 0;
  while (true) {
    if (written == text.size()) text.resize(std::max(text.size() * 2, bytes.size() * 4));
    // zlib counts in 32 bits, so that large files go through in pieces.
    const auto piece = [](std::size_t n) {
      return static_cast<uInt>(std::min(n, std::size_t{1} << 30));
    };
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + read));
    stream.avail_in = piece(bytes.size() - read);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + written);
    stream.avail_out = piece(text.size() - written);
    const uInt in_before = stream.avail_in, out_before = stream.avail_out;
    const int code = inflate(&stream, Z_NO_FLUSH);
    read += in_before - stream.avail_in;
    written += out_before - stream.avail_out;
    if (code == Z_STREAM_END) {
      if (!is_gzip(bytes.substr(read, 2))) break;
      inflateReset(&stream);
    } else if (code == Z_BUF_ERROR ||
               (code == Z_OK && read == bytes.size() && stream.avail_out != 0)) {
      fail(name, ": the gzip file is cut off: it ends before its data does (incomplete download?)");
    } else if (code != Z_OK) {
      fail(name, ": the gzip file is damaged: ", stream.msg ? stream.msg : "not gzip data");
    }
  }
  text.resize(written);
  return text;
}

}  // namespace

InputText read_input(const std::string& name) {
  InputText input;
  input.name = name;
  input.content = read_bytes(name);
  input.sha256 = sha256(input.content);
  if (is_gzip(input.content))
    input.content = gunzip(input.content, name == "-" ? "standard input" : name);
  return input;
}

}  // namespace debye
