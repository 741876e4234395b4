// Reader of the compiled-in chemical component dictionary. The file format is described in
// data/make_chemical_components.py, which writes it; nothing here knows any chemistry.

#include "structure/chemical_components.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <zlib.h>

extern "C" {
extern const unsigned char debye_chemical_components_begin[];
extern const unsigned char debye_chemical_components_end[];
}

namespace debye {

namespace {

constexpr std::string_view magic = "DEBYECCD";
constexpr std::uint32_t format_version = 1;
constexpr std::size_t id_width = 8;
constexpr std::size_t date_width = 12;
constexpr std::size_t type_size = 4;
constexpr std::size_t directory_entry_size = id_width + 16;
constexpr std::uint32_t max_raw_size = 1U << 24U;  // far above any real block

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("chemical component dictionary: ") + what);
}

/// A cursor over bytes that throws std::runtime_error instead of running over their end.
class ByteReader {
 public:
  explicit ByteReader(std::span<const unsigned char> bytes) : rest_(bytes) {}

  std::size_t remaining() const { return rest_.size(); }

  std::span<const unsigned char> take(std::size_t count) {
    if (count > rest_.size()) fail("unexpected end of data");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::uint8_t u8() { return take(1)[0]; }

  std::uint8_t peek() const {
    if (rest_.empty()) fail("unexpected end of data");
    return rest_[0];
  }

  std::uint32_t u32() {
    const auto bytes = take(4);
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8U | bytes[i];
    return value;
  }

  /// Seven bits per byte, the lowest first; the high bit says that another byte follows.
  std::uint32_t varint() {
    std::uint32_t value = 0;
    for (std::uint32_t shift = 0; shift < 28; shift += 7) {
      const std::uint32_t byte = u8();
      value |= (byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
    fail("number too large");
  }

  /// Text of fixed width, padded with NUL; a view of the underlying bytes.
  std::string_view padded_text(std::size_t width) {
    const auto bytes = take(width);
    const auto end = std::find(bytes.begin(), bytes.end(), 0);
    return {reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::size_t>(end - bytes.begin())};
  }

  /// Appends a literal text, whose last byte has the high bit set.
  void append_literal(std::string& text) {
    for (;;) {
      const std::uint8_t byte = u8();
      text.push_back(static_cast<char>(byte & 0x7FU));
      if (byte >= 0x80) return;
    }
  }

 private:
  std::span<const unsigned char> rest_;
};

/// Decodes one column of atom names of one component; the inverse of the generator's
/// encode_label().
class LabelDecoder {
 public:
  explicit LabelDecoder(ByteReader& reader) : reader_(reader) {}

  /// Starts another component.
  void restart() {
    last_of_symbol_.fill(0);
    last_ = 0;
  }

  /// The next label, of an atom with this element. name: the atom's name if the column is that of
  /// the alternative names.
  std::string next(std::string_view symbol, std::uint8_t atomic_number,
                   const std::string* name = nullptr) {
    std::string label;
    const std::uint8_t code = reader_.peek();
    if (code < 0x20) reader_.u8();  // anything else is the first character of a literal text
    switch (code) {
      case 0:
      case 5:
        if (name == nullptr) fail("name refers to itself");
        label = *name;
        if (code == 5) std::replace(label.begin(), label.end(), '\'', '*');
        break;
      case 1:
        label.append(symbol).append(std::to_string(last_of_symbol_[atomic_number] + 1));
        break;
      case 2:
        label.append(symbol).append(std::to_string(last_ + 1));
        break;
      case 3:
        label = symbol;
        break;
      case 4:
        reader_.append_literal(label);
        break;
      default:
        if (code < 0x20) fail("unknown name code");
        label = symbol;
        reader_.append_literal(label);
    }
    if (const unsigned number = number_after(symbol, label); number != 0) {
      last_of_symbol_[atomic_number] = last_ = number;
    }
    return label;
  }

 private:
  /// 12 for "C12" if the symbol is "C"; 0 if the label is not of this form.
  static unsigned number_after(std::string_view symbol, std::string_view label) {
    constexpr std::size_t max_digits = 6;
    if (!label.starts_with(symbol)) return 0;
    const std::string_view tail = label.substr(symbol.size());
    if (tail.empty() || tail.size() > max_digits || tail[0] == '0') return 0;
    unsigned number = 0;
    for (const char c : tail) {
      if (c < '0' || c > '9') return 0;
      number = 10 * number + static_cast<unsigned>(c - '0');
    }
    return number;
  }

  ByteReader& reader_;
  std::array<unsigned, 256> last_of_symbol_{};
  unsigned last_ = 0;
};

}  // namespace

struct ComponentDictionary::AtomType {
  std::uint8_t atomic_number = 0;
  std::uint8_t hydrogens = 0;
  std::string_view symbol;  // in capitals
};

struct ComponentDictionary::Block {
  std::string_view first_id;
  std::span<const unsigned char> packed;
  std::uint32_t raw_size = 0;
  std::uint32_t component_count = 0;
  mutable std::once_flag decoded;
  mutable std::vector<Component> components;  // ascending ids; empty until decoded
};

const ComponentAtom* Component::find(std::string_view atom_name) const {
  for (const auto& atom : atoms) {
    if (atom.name == atom_name) return &atom;
  }
  if (atom_name.empty()) return nullptr;  // an empty alternative name means that there is none
  for (const auto& atom : atoms) {
    if (atom.alternative == atom_name) return &atom;
  }
  return nullptr;
}

ComponentDictionary::ComponentDictionary(std::span<const unsigned char> blob) {
  ByteReader reader(blob);
  if (reader.padded_text(magic.size()) != magic) fail("not a dictionary");
  if (reader.u32() != format_version) fail("unknown format version");
  size_ = reader.u32();
  const std::size_t block_count = reader.u32();
  const std::size_t type_count = reader.u32();
  date_ = reader.padded_text(date_width);
  if (block_count == 0 || block_count > reader.remaining() / directory_entry_size ||
      type_count > reader.remaining() / type_size) {
    fail("bad counts");
  }

  types_.resize(type_count);
  for (auto& type : types_) {
    type.atomic_number = reader.u8();
    type.hydrogens = reader.u8();
    type.symbol = reader.padded_text(2);
  }

  std::vector<Block>(block_count).swap(blocks_);  // a block cannot be moved
  std::size_t total = 0;
  for (auto& block : blocks_) {
    block.first_id = reader.padded_text(id_width);
    const std::size_t offset = reader.u32();
    const std::size_t packed_size = reader.u32();
    block.raw_size = reader.u32();
    block.component_count = reader.u32();
    total += block.component_count;
    if (offset > blob.size() || packed_size > blob.size() - offset) fail("truncated");
    if (block.raw_size > max_raw_size) fail("block too large");
    block.packed = blob.subspan(offset, packed_size);
  }
  if (total != size_) fail("counts differ");

  const std::size_t head_size = blob.size() - reader.remaining();
  const auto checksum = ::crc32(0, blob.data(), static_cast<uInt>(head_size));
  if (reader.u32() != checksum) fail("bad checksum");
}

ComponentDictionary::~ComponentDictionary() = default;

const Component* ComponentDictionary::find(std::string_view id) const {
  // The everyday components in block 0 are kept out of the alphabetical order of the others.
  if (const Component* component = find_in(blocks_.front(), id)) return component;
  const auto first = blocks_.begin() + 1;
  const auto next = std::upper_bound(
      first, blocks_.end(), id,
      [](std::string_view key, const Block& block) { return key < block.first_id; });
  return next == first ? nullptr : find_in(*(next - 1), id);
}

const Component* ComponentDictionary::find_in(const Block& block, std::string_view id) const {
  std::call_once(block.decoded, [&] { block.components = decode(block); });
  const auto found = std::lower_bound(
      block.components.begin(), block.components.end(), id,
      [](const Component& component, std::string_view key) { return component.id < key; });
  return found != block.components.end() && found->id == id ? &*found : nullptr;
}

std::vector<Component> ComponentDictionary::decode(const Block& block) const {
  std::vector<unsigned char> raw(block.raw_size);
  uLongf raw_size = block.raw_size;
  const int status = ::uncompress(raw.data(), &raw_size, block.packed.data(),
                                  static_cast<uLong>(block.packed.size()));
  if (status != Z_OK || raw_size != block.raw_size) fail("damaged block");

  ByteReader reader(raw);
  if (block.component_count > reader.remaining()) fail("bad counts");
  std::vector<Component> components(block.component_count);
  for (auto& component : components) reader.append_literal(component.id);
  for (auto& component : components) {
    const std::uint8_t kind = reader.u8();
    if (kind > static_cast<std::uint8_t>(ComponentKind::Water)) fail("unknown component kind");
    component.kind = static_cast<ComponentKind>(kind);
  }

  std::vector<std::size_t> atom_counts(components.size());
  std::size_t total = 0;
  for (auto& count : atom_counts) {
    count = reader.varint();
    total += count;
  }
  // An atom type is one byte: its index in the table in the header.
  const auto type_indices = reader.take(total);
  for (const std::uint8_t index : type_indices) {
    if (index >= types_.size()) fail("unknown atom type");
  }

  // Names first, then alternative names: two passes over the same atoms.
  LabelDecoder labels(reader);
  auto index = type_indices.begin();
  for (std::size_t i = 0; i < components.size(); ++i) {
    labels.restart();
    components[i].atoms.reserve(atom_counts[i]);
    for (std::size_t j = 0; j < atom_counts[i]; ++j) {
      const AtomType& type = types_[*index++];
      components[i].atoms.push_back(
          {labels.next(type.symbol, type.atomic_number), {}, type.atomic_number, type.hydrogens});
    }
  }
  index = type_indices.begin();
  for (auto& component : components) {
    labels.restart();
    for (auto& atom : component.atoms) {
      const AtomType& type = types_[*index++];
      std::string alternative = labels.next(type.symbol, type.atomic_number, &atom.name);
      if (alternative != atom.name) atom.alternative = std::move(alternative);
    }
  }
  if (reader.remaining() != 0) fail("trailing data in a block");
  return components;
}

const ComponentDictionary& component_dictionary() {
  // The symbols bound one array, but are two objects to the compiler: subtract addresses.
  static const ComponentDictionary dictionary(
      {debye_chemical_components_begin,
       static_cast<std::size_t>(
           reinterpret_cast<std::uintptr_t>(debye_chemical_components_end) -
           reinterpret_cast<std::uintptr_t>(debye_chemical_components_begin))});
  return dictionary;
}

const Component* find_component(std::string_view id) { return component_dictionary().find(id); }

}  // namespace debye
