// See run_profiles.hpp.

#include "command/run_profiles.hpp"

#include "command/batch.hpp"
#include "command/pictures.hpp"
#include "command/profile_input.hpp"

namespace debye {
namespace {

int run_one(const ProfileOptions& options) {
  const std::string& name = options.inputs.front();
  CurveWriter writer(options.output, {stem_of(name)}, false, options.inputs,
                     options.json ? ".json" : ".dat");
  Talk talk(options.talk, options.input.strict, 1);
  if (options.distances && !options.json) writer.reserve_beside(".pr");
  Worker worker{Engines(options.engine), options.engine.threads};
  worker.engines.on_progress([&talk](double fraction) { talk.show_progress(fraction); });
  const std::optional<plot::PictureFile> picture = picture_file(options.plot);
  std::vector<plot::PlottedCurve> curves;
  talk.start_file(name);
  profile_input({options, writer, talk}, worker, 0, read_input(name), options.command,
                [&](const WrittenCurve& written) {
                  if (picture) curves.push_back(plotted(stem_of(name), written));
                });
  if (picture) show(*picture, plot::profile_picture(curves, options.unit), talk);
  return 0;
}

}  // namespace

int run_profiles(const ProfileOptions& options) {
  return is_batch(options) ? run_batch(options) : run_one(options);
}

}  // namespace debye
