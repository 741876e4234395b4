// Reader of mmCIF. Only the _atom_site category of the first data block that has one is looked at.
// The text is walked through once and never stored as a document (cif_tokens.hpp says why). Syntax:
// Hall, Allen & Brown, Acta Cryst. A47 (1991) 655, as far as version 1.1 files need it.

#include <algorithm>
#include <set>

#include "debye/error.hpp"
#include "parallel_for.hpp"
#include "structure/atom_site.hpp"
#include "structure/cif_tokens.hpp"
#include "structure/model_texts.hpp"
#include "structure/structure_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

bool is_keyword(const Token& token, std::string_view capitals) {
  if (token.quoted || token.text.size() < capitals.size()) return false;
  for (std::size_t i = 0; i < capitals.size(); ++i)
    if (to_upper(token.text[i]) != capitals[i]) return false;
  return true;
}

bool is_tag(const Token& token) { return !token.quoted && token.text.starts_with('_'); }

bool ends_loop(const Token& token) {
  return is_tag(token) || is_keyword(token, "LOOP_") || is_keyword(token, "DATA_") ||
         is_keyword(token, "SAVE_") || is_keyword(token, "STOP_") || is_keyword(token, "GLOBAL_");
}

std::string_view value_of(const Token& token) {
  const bool null = !token.quoted && (token.text == "." || token.text == "?");
  return null ? std::string_view() : token.text;
}

/// Reads rows up to the end of a loop.
/// @param order  the columns of a row
/// @param token  the first of the rows, and then the one that ends the loop
/// @return values of the last row if it is not complete
std::size_t read_rows(CifTokens& tokens, Token& token, bool& more,
                      const std::vector<std::size_t>& order, AtomSite& atoms) {
  AtomSiteRow row = {};
  std::size_t place = 0;
  for (; more && !ends_loop(token); more = tokens.next(token)) {
    if (order[place] != column_count) row[order[place]] = value_of(token);
    if (++place < order.size()) continue;
    place = 0;
    atoms.add(row, tokens.line());
  }
  return place;
}

/// The rows of a loop as far as each fills a line of its own, by model.
struct RowRuns {
  std::vector<ModelText> runs;
  std::size_t size = 0, lines = 0;  ///< bytes and lines looked at
};

/// The model of a line that holds one whole row; nothing if it does not.
std::optional<std::string_view> model_of_row(std::string_view line, std::size_t n_columns,
                                             std::size_t model_column, const std::string& name) {
  if (line.starts_with(';')) return {};
  std::string_view model;
  try {
    CifTokens tokens(line, name);
    Token token;
    for (std::size_t place = 0; place < n_columns; ++place) {
      if (!tokens.next(token) || ends_loop(token)) return {};
      if (place == model_column) model = value_of(token);
    }
    if (tokens.next(token)) return {};
  } catch (const InputError&) {
    return {};  // the reader of the whole file says what is wrong
  }
  return model.empty() ? "1" : model;
}

RowRuns find_runs(std::string_view text, std::size_t n_columns, std::size_t model_column,
                  const std::string& name) {
  RowRuns found;
  LineReader lines(text);
  while (lines.next()) {
    const auto model = model_of_row(lines.line(), n_columns, model_column, name);
    if (!model) return found;
    const auto at = static_cast<std::size_t>(lines.line().data() - text.data());
    if (found.runs.empty() || found.runs.back().name != *model)
      found.runs.push_back({text.substr(at), lines.number(), std::string(*model)});
    found.size = lines.place();
    found.lines = lines.number();
  }
  return found;
}

/// The same by several threads; every run ends where the next one starts.
RowRuns find_runs(std::string_view text, std::size_t n_columns, std::size_t model_column,
                  const std::string& name, const ScanOptions& options) {
  const std::vector<std::string_view> pieces = cut_at_lines(text, options.piece_size);
  std::vector<RowRuns> of_piece(pieces.size());
  parallel_for(
      pieces.size(), options.threads > 0 ? options.threads : usable_processors(),
      [&](std::size_t i) { of_piece[i] = find_runs(pieces[i], n_columns, model_column, name); });
  RowRuns all;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (ModelText& run : of_piece[i].runs) {
      if (!all.runs.empty() && all.runs.back().name == run.name) continue;
      run.first_line += all.lines;
      all.runs.push_back(std::move(run));
    }
    all.size += of_piece[i].size;
    all.lines += of_piece[i].lines;
    if (of_piece[i].size < pieces[i].size()) break;
  }
  end_at_next(all.runs, text.data() + all.size);
  return all;
}

class CifReader {
 public:
  CifReader(std::string_view text, const std::string& name, std::optional<int> model)
      : text_(text), name_(name), tokens_(text, name), atoms_(name, model) {}

  SourceFile read() {
    read_block();
    if (single_[Cartn_x].data() != nullptr && atoms_.rows() == 0)
      atoms_.add(single_, tokens_.line());
    if (atoms_.rows() == 0)
      fail(name_,
           ": the CIF holds no _atom_site rows, so no atoms; a model file is needed (not"
           " structure factors, a dictionary or a chemical component)");
    SourceFile file = atoms_.take("mmCIF");
    if (more_) file.notes.push_back(one_block);
    return file;
  }

  /// Instead of read(): passes over the rows of the first _atom_site loop.
  std::optional<ModelTexts> find_models(const ScanOptions& options) {
    scan_ = options;
    read_block();
    std::set<std::string_view> names;
    const bool returns = !std::all_of(runs_.begin(), runs_.end(), [&](const ModelText& run) {
      return names.insert(run.name).second;
    });
    if (runs_.empty() || returns || atoms_.rows() != 0) return {};
    const auto read_one = [&name = name_, order = std::move(order_),
                           more_blocks = more_](const ModelText& model) {
      CifTokens tokens(model.text, name, model.first_line);
      AtomSite atoms(name, std::nullopt);
      Token token;
      bool more = tokens.next(token);
      read_rows(tokens, token, more, order, atoms);
      SourceFile file = atoms.take("mmCIF");
      if (more_blocks) file.notes.emplace_back(one_block);
      return file;
    };
    return ModelTexts{std::move(runs_), read_one};
  }

 private:
  static constexpr const char* one_block = "only the first data block with atoms was read";

  /// The first data block with atoms.
  void read_block() {
    more_ = tokens_.next(token_);
    while (more_) {
      if (is_keyword(token_, "DATA_") && (atoms_.rows() != 0 || !runs_.empty())) break;
      if (is_keyword(token_, "LOOP_")) {
        read_loop();
      } else if (is_tag(token_)) {
        read_item();
      } else {
        more_ = tokens_.next(token_);
      }
    }
  }

  // A category with a single row may be written as items: _atom_site.Cartn_x 1.0
  void read_item() {
    const std::size_t column = column_of(token_.text);
    more_ = tokens_.next(token_);
    if (!more_ || ends_loop(token_)) return;
    if (column != column_count) single_[column] = value_of(token_);
    more_ = tokens_.next(token_);
  }

  void read_loop() {
    const std::size_t first_line = tokens_.line();
    std::vector<std::size_t> order;
    bool is_atom_site = false;
    while ((more_ = tokens_.next(token_)) && is_tag(token_)) {
      order.push_back(column_of(token_.text));
      is_atom_site = is_atom_site || is_keyword(token_, atom_site_category);
    }
    if (!is_atom_site) {
      while (more_ && !ends_loop(token_)) more_ = tokens_.next(token_);
      return;
    }
    if (scan_ && runs_.empty() && more_) skip_rows(order);
    const std::size_t place = read_rows(tokens_, token_, more_, order, atoms_);
    if (place != 0)
      fail(name_, ":", tokens_.line(), ": the last row of the _atom_site loop of line ", first_line,
           " has ", place, " of ", order.size(), " values; the file is cut off or damaged");
  }

  /// Goes on behind the last row that fills a line, keeping in mind whose rows they were.
  void skip_rows(const std::vector<std::size_t>& order) {
    const auto column = std::find(order.rbegin(), order.rend(), model_num);
    if (column == order.rend()) return;
    const auto at = static_cast<std::size_t>(token_.text.data() - text_.data()) - token_.quoted;
    const auto model_column = static_cast<std::size_t>(order.rend() - column) - 1;
    RowRuns found = find_runs(text_.substr(at), order.size(), model_column, name_, *scan_);
    for (ModelText& run : found.runs) run.first_line += tokens_.line() - 1;
    runs_ = std::move(found.runs);
    order_ = order;
    tokens_.skip_to(at + found.size, tokens_.line() + found.lines);
    more_ = tokens_.next(token_);
  }

  std::string_view text_;
  const std::string& name_;
  CifTokens tokens_;
  Token token_;
  bool more_ = false;
  AtomSite atoms_;
  AtomSiteRow single_ = {};
  std::optional<ScanOptions> scan_;  // if models are only to be found
  std::vector<ModelText> runs_;
  std::vector<std::size_t> order_;  // of the columns of their rows
};

}  // namespace

SourceFile read_cif_text(std::string_view text, const std::string& name, std::optional<int> model) {
  return CifReader(text, name, model).read();
}

std::optional<ModelTexts> find_cif_models(std::string_view text, const std::string& name,
                                          const ScanOptions& options) {
  return CifReader(text, name, std::nullopt).find_models(options);
}

}  // namespace debye
