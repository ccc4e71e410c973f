#!/usr/bin/env bash
# newest.sh <folder> <package>…: unpacks Debian's newest packages and all that they depend on, and
# links the programs of servers in `<folder>/programs`. Nothing of it gets into this system.
set -euo pipefail
folder=$1
shift
rm -rf "$folder"
apt=$folder/apt files=$folder/files
mkdir -p "$apt"/{archives/partial,lists/partial,etc/preferences.d} "$folder/links"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \
http://deb.debian.org/debian sid main" >"$apt/sources.list"
: >"$apt/status"
newest() {
  apt-get --quiet=2 --no-install-recommends \
    --option=Dir::State="$apt" --option=Dir::State::status="$apt/status" \
    --option=Dir::State::lists="$apt/lists" --option=Dir::Cache="$apt" \
    --option=Dir::Cache::archives="$apt/archives" --option=Dir::Etc="$apt/etc" \
    --option=Dir::Etc::sourcelist="$apt/sources.list" --option=Dir::Etc::sourceparts=/dev/null "$@"
}
newest update
newest install --download-only --yes "$@"
for package in "$apt"/archives/*.deb; do dpkg-deb -x "$package" "$files"; done
rm -rf "$apt"

# Each program is loaded with the libraries beside it, also the one in C that loads all others. This
# system's may be older.
libraries=$(echo "$files"/usr/lib/*-linux-gnu)
loader=$(echo "$libraries"/ld-linux-*)
shopt -s nullglob
for program in "$files"/usr/lib/postgresql/*/bin/* "$files"/usr/{sbin,bin}/{my,mariadb,resolveip,etcd}*; do
  if [[ ! -L $program && $(head -c 4 "$program" | tr -d '\0') == $'\x7fELF' ]]; then
    patchelf --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$program"
  fi
  ln -sf "$program" "$folder/links"
done
# Last: it says that all of them are there.
mv "$folder/links" "$folder/programs"
