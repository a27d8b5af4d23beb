#!/usr/bin/env bash
# Installs the Debian packages that are missing; with none missing it does nothing and needs no network.
#   tools/install_dependencies.sh [--dry-run] [GROUP...]     groups: build (default), tests, format, docs, site, browser, clang, fuzz
set -euo pipefail

packages_of() {
  case $1 in
    build) echo cmake ninja-build ccache g++ make binutils pkg-config python3 libeigen3-dev libyaml-dev libfmt-dev libcli11-dev \
                nlohmann-json3-dev libsundials-dev libhdf5-dev zlib1g-dev libboost-context-dev libnlopt-dev librsvg2-dev fonts-dejavu-core libgtest-dev ;;
    tests) echo python3-h5py hdf5-tools python3-distributed ;;  # recordings are opened with everyone's tools; sweeps on a Dask cluster
    format) echo clang-format-14 ;;
    site) echo python3 python3-venv ;;  # mkdocs-material itself comes from PyPI
    docs) echo doxygen ;;  # also for the test of the C++ reference
    browser) echo chromium chromium-driver python3-selenium ;;  # for the tests of pages that move
    fuzz) echo clang-14 libclang-rt-14-dev libomp-14-dev ;;  # SUNDIALS wants to know about OpenMP
    clang) echo clang-14 clang-format-14 clang-tidy-14 libomp-14-dev ;;
    *) echo "install_dependencies: unknown group '$1'; groups are build, tests, format, docs, site, browser, clang, fuzz" >&2; return 1 ;;
  esac
}

dry_run=no
groups=()
for argument in "$@"; do
  case $argument in
    --dry-run) dry_run=yes ;;
    *) groups+=("$argument") ;;
  esac
done

packages=()
for group in "${groups[@]:-build}"; do
  names=$(packages_of "$group")
  read -ra names <<<"$names"
  packages+=("${names[@]}")
done

if ! command -v dpkg-query >/dev/null; then
  echo "install_dependencies: not a Debian system, nothing is installed; needed are the equivalents of: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if [[ $dry_run == yes ]]; then
  echo "missing: ${missing[*]}"
  exit 0
fi

if [[ $(id -u) -eq 0 ]]; then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  echo "install_dependencies: these packages are missing, and neither root nor sudo is at hand. As root, run:" >&2
  echo "  apt-get install ${missing[*]}" >&2
  exit 1
fi

# All that apt says goes to a log; on failure its end is shown.
log=${ZANJIR_INSTALL_LOG:-build/install_dependencies.log}
cd "${BASH_SOURCE[0]%/*}/.."
mkdir -p "${log%/*}"
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" >>"$log" 2>&1; }
echo "Installing ${#missing[@]} packages with what they need (log: $log): ${missing[*]}"
: >"$log"
install() { apt install --quiet=2 --yes --no-install-recommends "${missing[@]}"; }
if ! install && ! { apt update --quiet=2 && install; }; then  # lists of packages are fetched, half a minute, only where those at hand are too old
  echo "install_dependencies: apt-get failed; the end of $log:" >&2
  tail -n 20 "$log" >&2
  exit 1
fi
