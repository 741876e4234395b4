// From the text of a structure file to its models: all at once where the text has to be read as a
// whole, else one by one.

#include <utility>

#include "debye/atoms.hpp"
#include "debye/error.hpp"
#include "parallel_for.hpp"
#include "structure/model_texts.hpp"
#include "structure/read_model.hpp"
#include "structure/structure_text.hpp"

namespace debye {
namespace {

void refuse_missing_model(const ReadOptions& options, std::size_t count, const std::string& name) {
  if (count == 0) fail(name, ": holds no atoms");
  if (options.model && (*options.model < 1 || static_cast<std::size_t>(*options.model) > count))
    fail(name, ": has ", count, count == 1 ? " model" : " models", ", but --model ", *options.model,
         " was asked for");
}

}  // namespace

struct StructureModels::File {
  std::string name;
  ReadOptions options;
  std::optional<ModelTexts> texts;  ///< if models are read one by one
  SourceFile whole;                 ///< if not
  std::size_t n_models = 0;         ///< chosen or not
};

StructureModels::StructureModels(const InputText& input, ReadOptions options, int threads)
    : file_(std::make_unique<File>()) {
  file_->name = input.name == "-" ? "standard input" : input.name;
  file_->options = std::move(options);
  const std::optional<int> chosen = file_->options.model;
  if (!chosen) file_->texts = find_models(input, file_->name, {threads});
  if (!file_->texts) file_->whole = read_structure(input, file_->name, chosen);
  file_->n_models = file_->texts ? file_->texts->models.size() : file_->whole.models.size();
  refuse_missing_model(file_->options, file_->n_models, file_->name);
}

StructureModels::~StructureModels() = default;

std::size_t StructureModels::size() const { return file_->options.model ? 1 : file_->n_models; }

Atoms StructureModels::read(std::size_t i, int threads) {
  if (file_->options.model) i = static_cast<std::size_t>(*file_->options.model) - 1;
  SourceFile alone;
  if (file_->texts) alone = file_->texts->read(file_->texts->models[i]);
  SourceModel model = std::move(file_->texts ? alone.models.at(0) : file_->whole.models[i]);
  const SourceFile& source = file_->texts ? alone : file_->whole;
  Audit audit;
  audit.format = source.format;
  audit.models_in_file = file_->n_models;
  audit.notes = source.notes;
  audit.warnings = source.warnings;
  return read_model(std::move(model), std::move(audit), file_->options, file_->name,
                    threads > 0 ? threads : usable_processors());
}

std::vector<Atoms> read_atoms(const InputText& input, const ReadOptions& options, int threads) {
  StructureModels models(input, options, threads);
  std::vector<Atoms> all(models.size());
  if (all.size() == 1) {
    all[0] = models.read(0, threads);
    return all;
  }
  parallel_for(all.size(), threads > 0 ? threads : usable_processors(),
               [&](std::size_t i) { all[i] = models.read(i, 1); });
  return all;
}

}  // namespace debye
