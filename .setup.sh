# What the build needs and how it is run; sourced by ./debye, tests/run and .ci/run, which set `root`
# to the top of the source tree. All messages go to stderr, and nothing here reads stdin.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # variables shared with the sourcing script

build=$root/build
log=$build/build.log
stamp=$build/.up_to_date # as old as the sources that build/debye was made from

build_packages=(g++ cmake make gemmi-dev libcli11-dev libeigen3-dev zlib1g-dev
  ocl-icd-opencl-dev opencl-c-headers)
test_packages=(catch2 pocl-opencl-icd gnuplot-nox pkg-config)
browser_packages=(chromium) # for tests of web pages; not every distribution has it as a package

say() { printf 'debye: %s\n' "$*" >&2; }

up_to_date() {
  [[ -x $build/debye && -e $stamp ]] &&
    [[ -z $(find "$root"/{CMakeLists.txt,include,kernels,src,data/chemical_components.bin} \
      -type f -newer "$stamp" -print -quit) ]]
}

# Of two calls at once, one builds and the other waits.
lock_build() {
  mkdir -p "$build"
  exec {lock}> "$build/.lock"
  flock -n "$lock" || {
    say "waiting for another build"
    flock "$lock"
  }
}

unlock_build() { exec {lock}>&-; }

logged() {
  "$@" >> "$log" 2>&1 < /dev/null && return
  cat "$log" >&2
  say "failed: $*"
  exit 2
}

# require_packages NAME…: installs those that are missing, or says how to.
require_packages() {
  command -v apt-get > /dev/null || return 0 # another system: CMake says what it does not find
  local installed name missing=() as_root=()
  # shellcheck disable=SC2016  # the format is dpkg's, not the shell's
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2> /dev/null) || true
  for name; do
    grep -qxF "$name installed" <<< "$installed" || missing+=("$name")
  done
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then
    if ! sudo -n true < /dev/null > /dev/null 2>&1; then
      say "some packages are missing; install them and call again:"
      say "  sudo apt-get install --no-install-recommends ${missing[*]}"
      exit 2
    fi
    as_root=(sudo -n)
  fi
  say "installing ${missing[*]}"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qy
    -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}")
  : > "$log"
  # The list of packages is fetched only if the one at hand is absent or too old.
  "${install[@]}" >> "$log" 2>&1 < /dev/null || {
    logged "${as_root[@]}" apt-get -qy update
    logged "${install[@]}"
  }
}

# offered_packages NAME…: those that can be installed here.
offered_packages() {
  local name
  for name; do
    # Not `grep -q`, which would end the pipe early.
    apt-cache policy "$name" 2> /dev/null | grep '^  Candidate: [^(]' > /dev/null && echo "$name"
  done
  return 0
}

# update_build TARGET [CMAKE OPTION…]
update_build() {
  local target=$1 newest=$build/.started
  shift
  say "building in $build"
  : > "$log"
  touch "$newest"
  # A build folder that was moved or copied here is configured anew.
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
  logged cmake -S "$root" -B "$build" "$@"
  logged cmake --build "$build" --target "$target" -j "$(nproc)"
  mv "$newest" "$stamp"
}
