// Reader of the PDB format, https://www.wwpdb.org/documentation/file-format, as programs write it:
// fixed columns for names and coordinates, everything else forgiven. Of all records only ATOM,
// HETATM, TER, MODEL, ENDMDL and END count; serial numbers are never read. Two things that the
// format leaves open, what column 21 and a repeated END mean, are decided from the whole file.
// gemmi's reader is not used because it turns coordinates that it cannot read into 0, demands lines
// of 55 columns, and replaces the element column, blank or not, by a guess of its own.

#include <map>
#include <utility>

#include "debye/error.hpp"
#include "parallel_for.hpp"
#include "structure/cell_list.hpp"
#include "structure/model_texts.hpp"
#include "structure/residue_names.hpp"
#include "structure/structure_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

double coordinate(std::string_view line, std::size_t first, char axis, const std::string& name,
                  std::size_t number) {
  const std::string_view field = columns(line, first, first + 7);
  if (const auto value = to_number(field)) return *value;
  fail(name, ":", number, ": the ", axis, " coordinate '", trim(field), "' (columns ", first, "-",
       first + 7, ") is not a number");
}

/// What a file means where the format is ambiguous.
struct Layout {
  bool two_letter_chains = false;  ///< columns 21-22 are the chain, not column 21 the residue name
  bool end_separates_models = false;
};

// A two-letter chain name leaves a residue name of one or two letters right-justified.
bool is_two_letter_chain_line(std::string_view line) {
  return is_blank(line[17]) && !is_blank(line[19]);
}

// Column 21 is blank by the standard. MD programs let residue names of four letters run into it,
// others put chain names of two letters into columns 21-22. In the latter case the first three
// letters are mostly amino acids or water, and the four are no name of an MD residue.
class ChainVotes {
 public:
  void add(std::string_view line) {
    if (line.size() < 54 || is_blank(line[20]) || is_blank(line[21]) || !is_atom_record(line))
      return;
    const std::string_view name = columns(line, 18, 21);
    auto known = four_letters_.find(name);
    if (known == four_letters_.end()) {
      const bool is_chain = is_two_letter_chain_line(line) ||
                            (is_standard_residue_name(to_upper(columns(line, 18, 20))) &&
                             !is_md_residue_name(to_upper(name)));
      known = four_letters_.emplace(name, is_chain).first;
    }
    ++(known->second ? chains_ : names_);
  }

  void add(const ChainVotes& other) {
    chains_ += other.chains_;
    names_ += other.names_;
  }

  bool for_two_letters() const { return chains_ > names_; }

 private:
  std::map<std::string, bool, std::less<>> four_letters_;
  std::size_t chains_ = 0, names_ = 0;
};

bool has_two_letter_chains(std::string_view text) {
  ChainVotes votes;
  LineReader lines(text);
  while (lines.next()) votes.add(lines.line());
  return votes.for_two_letters();
}

std::string record_name(std::string_view line) { return to_upper(trim(columns(line, 1, 6))); }

class PdbReader {
 public:
  /// @param lines_before  the text, in the file
  PdbReader(std::string_view text, const std::string& name, std::optional<int> model, Layout layout,
            std::size_t lines_before = 0)
      : lines_(text, lines_before), name_(name), builder_(model), layout_(layout) {}

  SourceFile read() {
    while (lines_.next()) read_record(lines_.line());
    SourceFile file;
    file.format = "PDB";
    file.models = builder_.take();
    if (bad_occupancies_ != 0)
      file.notes.push_back(std::to_string(bad_occupancies_) +
                           " unreadable occupancies (columns 55-60) count as 1");
    return file;
  }

 private:
  void read_record(std::string_view line) {
    if (is_atom_record(line)) return read_atom(line);
    const std::string record = record_name(line);
    if (record == "MODEL") {
      has_pending_model_ = true;
    } else if (record == "ENDMDL") {
      frame_ended_ = true;
    } else if (record == "END") {
      end_seen_ = true;
      builder_.end_chain();
    } else if (record == "TER") {
      builder_.end_chain();
    }
  }

  // A model starts with MODEL, after ENDMDL, or, where frames are separated by END only, where the
  // first atom comes again. Other atoms after END (waters appended by hand) belong to the model
  // before.
  void start_model_if_due(std::string_view line) {
    const std::string_view identity = columns(line, 13, 27);
    const bool again = layout_.end_separates_models && end_seen_ && identity == first_identity_;
    if (has_pending_model_ || frame_ended_ || again || !started_) {
      builder_.start_model();
      first_identity_ = identity;
      started_ = true;
    }
    has_pending_model_ = frame_ended_ = end_seen_ = false;
  }

  void read_atom(std::string_view line) {
    start_model_if_due(line);
    if (!builder_.keeps_atoms()) return;
    if (line.size() < 54)
      fail(name_, ":", lines_.number(), ": the line ends in column ", line.size(),
           ", but the coordinates of an atom reach to column 54");
    SourceAtom atom;
    atom.line = static_cast<std::uint32_t>(lines_.number());
    atom.position = {coordinate(line, 31, 'x', name_, lines_.number()),
                     coordinate(line, 39, 'y', name_, lines_.number()),
                     coordinate(line, 47, 'z', name_, lines_.number())};
    const std::string_view raw_name = columns(line, 13, 16);
    atom.name = normal_atom_name(trim(raw_name));
    if (!is_blank(raw_name[0]))
      atom.name_column = NameColumn::Column13;
    else if (!is_blank(raw_name[1]))
      atom.name_column = NameColumn::Column14;
    atom.altloc = is_blank(line[16]) ? ' ' : line[16];
    if (const std::string_view field = trim(columns(line, 55, 60)); !field.empty()) {
      const auto occupancy = to_number(field);
      if (!occupancy) ++bad_occupancies_;
      atom.occupancy = static_cast<float>(occupancy.value_or(1));
    }
    atom.element = trim(columns(line, 77, 78));
    const std::size_t name_end = layout_.two_letter_chains ? 20 : 21;
    const std::string_view chain = trim(columns(line, name_end + 1, 22));
    upper_residue_ = to_upper(trim(columns(line, 18, name_end)));
    sequence_ = trim(columns(line, 23, 26));
    sequence_ += trim(columns(line, 27, 27));
    // Segment names are left-justified; what starts further right is an element entry off its
    // place.
    const std::string_view segment = columns(line, 73, 76);
    const bool has_segment = !segment.empty() && !is_blank(segment[0]);
    builder_.add({chain, has_segment ? trim(segment) : "", upper_residue_, sequence_},
                 std::move(atom));
  }

  LineReader lines_;
  const std::string& name_;
  ModelBuilder builder_;
  Layout layout_;
  std::string_view first_identity_;  ///< name and residue columns of the model's first atom
  std::string upper_residue_, sequence_;
  std::size_t bad_occupancies_ = 0;
  bool has_pending_model_ = false, frame_ended_ = false, end_seen_ = false, started_ = false;
};

std::vector<Position> positions_of(const SourceModel& model) {
  std::vector<Position> positions;
  for (const SourceResidue& residue : model.residues)
    for (const SourceAtom& atom : residue.atoms) positions.push_back(atom.position);
  return positions;
}

// Frames of one molecule lie on top of each other; a third of the atoms of one then have an atom of
// the other within 1.2 Å by chance alone. Subunits of an assembly avoid each other.
bool overlap(const SourceModel& a, const SourceModel& b) {
  const std::vector<Position> first = positions_of(a), second = positions_of(b);
  const CellList cells(first, 1.2);
  std::size_t close = 0;
  for (const Position& position : second) {
    bool hit = false;
    cells.for_each_within_cutoff(position, [&](std::size_t, double) { hit = true; });
    close += hit;
  }
  return close * 20 > second.size();
}

/// The parts of a file whose atoms start again after END, without MODEL or ENDMDL records.
struct Parts {
  std::size_t count = 1;
  std::size_t end_of_second = 0;  ///< bytes
};

Parts find_parts(std::string_view text) {
  Parts parts;
  std::string_view first;
  bool end_seen = false;
  LineReader lines(text);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.starts_with("MODEL") || line.starts_with("ENDMDL")) return {};
    if (line.starts_with("END")) end_seen = true;
    if (!is_atom_record(line)) continue;
    const std::string_view identity = columns(line, 13, 27);
    if (first.empty()) first = identity;
    if (!std::exchange(end_seen, false) || identity != first) continue;
    ++parts.count;
    if (parts.count == 3) parts.end_of_second = static_cast<std::size_t>(line.data() - text.data());
  }
  if (parts.count == 2) parts.end_of_second = text.size();
  return parts;
}

/// What lines of a piece of text say about models.
struct PieceScan {
  struct Start {
    std::size_t place, line;
    bool is_due;  ///< a MODEL or ENDMDL record stands between it and the atom before
  };
  std::vector<Start> starts;  ///< the first atom, and all those that are due
  bool ends_due = false;      ///< the next atom is
  std::size_t lines = 0;
  ChainVotes votes;
};

PieceScan scan_piece(std::string_view text) {
  PieceScan scan;
  LineReader lines(text);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (is_atom_record(line)) {
      scan.votes.add(line);
      if (scan.starts.empty() || scan.ends_due)
        scan.starts.push_back({static_cast<std::size_t>(line.data() - text.data()), lines.number(),
                               std::exchange(scan.ends_due, false)});
    } else if (const std::string record = record_name(line);
               record == "MODEL" || record == "ENDMDL") {
      scan.ends_due = true;
    }
  }
  scan.lines = lines.number();
  return scan;
}

}  // namespace

SourceFile read_pdb_text(std::string_view text, const std::string& name, std::optional<int> model) {
  Layout layout;
  layout.two_letter_chains = has_two_letter_chains(text);
  const Parts parts = find_parts(text);
  if (parts.count > 1) {
    layout.end_separates_models = true;
    const auto two = PdbReader(text.substr(0, parts.end_of_second), name, {}, layout).read().models;
    layout.end_separates_models = overlap(two.at(0), two.at(1));
  }
  SourceFile file = PdbReader(text, name, model, layout).read();
  if (parts.count > 1)
    file.warnings.push_back(std::to_string(parts.count) +
                            " parts with the same atoms are separated by END records; they " +
                            (layout.end_separates_models
                                 ? "overlap and were taken as models"
                                 : "do not overlap and were taken as one assembly"));
  return file;
}

std::optional<ModelTexts> find_pdb_models(std::string_view text, const std::string& name,
                                          const ScanOptions& options) {
  if (find_parts(text).count > 1) return {};
  const std::vector<std::string_view> pieces = cut_at_lines(text, options.piece_size);
  std::vector<PieceScan> scans(pieces.size());
  parallel_for(pieces.size(), options.threads > 0 ? options.threads : usable_processors(),
               [&](std::size_t i) { scans[i] = scan_piece(pieces[i]); });
  ModelTexts found;
  std::size_t lines = 0;
  bool due = true;
  ChainVotes votes;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const PieceScan::Start& start : scans[i].starts) {
      if (due || start.is_due)
        found.models.push_back({pieces[i].substr(start.place), lines + start.line,
                                std::to_string(found.models.size() + 1)});
      due = false;
    }
    due = due || scans[i].ends_due;
    lines += scans[i].lines;
    votes.add(scans[i].votes);
  }
  end_at_next(found.models, text.data() + text.size());
  Layout layout;
  layout.two_letter_chains = votes.for_two_letters();
  found.read = [&name, layout](const ModelText& model) {
    SourceFile file =
        PdbReader(model.text, name, std::nullopt, layout, model.first_line - 1).read();
    file.models.at(0).name = model.name;
    return file;
  };
  return found;
}

}  // namespace debye
