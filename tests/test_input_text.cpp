// Reading bytes: plain and gzipped files by content, clear errors, checksums.

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "errors.hpp"
#include "structure/sha256.hpp"
#include "structure_fixtures.hpp"

using namespace debye;
using debye::test::error_of;

namespace {

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("debye_test_" + name)).string();
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string gzipped(const std::string& text) {
  const std::string path = temporary("pack.gz");
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  const std::string bytes = contents(path);
  std::filesystem::remove(path);
  return bytes;
}

}  // namespace

TEST_CASE("SHA-256 of the vectors of FIPS 180") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 by the instructions of a processor is that of plain code") {
  CHECK(portable_sha256("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::string text;
  for (int n = 0; n < 300; ++n) {
    CAPTURE(n);
    CHECK(sha256(text) == portable_sha256(text));
    text += static_cast<char>(n * n % 251);
  }
}

TEST_CASE("SHA-256 at the lengths around a block") {
  // From an independent implementation (sha256sum of n times 'a').
  CHECK(sha256(std::string(55, 'a')) ==
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(sha256(std::string(56, 'a')) ==
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK(sha256(std::string(64, 'a')) ==
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST_CASE("gzip is found by content, the checksum is that of the stored bytes") {
  const std::string text = lines(tripeptide());
  const std::string plain = temporary("plain.gz"), packed = temporary("packed.pdb");
  write(plain, text);
  write(packed, gzipped(text));
  CHECK(read_input(plain).content == text);
  CHECK(read_input(packed).content == text);
  CHECK(read_input(plain).name == plain);
  CHECK(read_input(plain).sha256 == sha256(text));
  CHECK(read_input(packed).sha256 == sha256(contents(packed)));
  const Atoms a = read_atoms(read_input(plain)).at(0), b = read_atoms(read_input(packed)).at(0);
  CHECK(a.position == b.position);
  write(packed, gzipped(text) + gzipped("second member"));
  CHECK(read_input(packed).content == text + "second member");
  write(packed, gzipped(""));
  CHECK(read_input(packed).content.empty());
  std::filesystem::remove(plain);
  std::filesystem::remove(packed);
}

TEST_CASE("gzip files that are cut off or damaged are errors") {
  const std::string path = temporary("bad.gz");
  std::string bytes = gzipped(std::string(5000, 'x') + lines(tripeptide()));
  for (const std::size_t length :
       {std::size_t{2}, std::size_t{10}, bytes.size() / 2, bytes.size() - 1}) {
    write(path, bytes.substr(0, length));
    CAPTURE(length);
    CHECK(mentions(error_of([&] { read_input(path); }), path + ": the gzip file is cut off"));
  }
  bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);
  write(path, bytes);
  CHECK(mentions(error_of([&] { read_input(path); }), path + ": the gzip file is damaged"));
  std::filesystem::remove(path);
}

TEST_CASE("files that cannot be read name the file and the reason") {
  CHECK(mentions(error_of([&] { read_input("/nonexistent/file.pdb"); }),
                 "/nonexistent/file.pdb: cannot be opened: No such file"));
  CHECK(mentions(error_of([&] { read_input("/"); }), "/: is a directory"));
}

TEST_CASE("paths with blanks and letters beyond ASCII") {
  const std::string path = temporary("Prot\xC3\xA9ine 1.pdb");
  write(path, "x");
  CHECK(read_input(path).content == "x");
  std::filesystem::remove(path);
}
