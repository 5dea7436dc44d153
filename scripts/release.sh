#!/usr/bin/env bash
# Publishes what `./dev package` has made; .github/workflows/release.yml calls it. docs/release.md says what an owner sets.
# usage: release.sh --dry-run [DIST]   checks versions, the changelog and the files, and prints what would be published
#        release.sh --publish DIST     the same checks, and that the commit is tagged; then publishes
#        release.sh --claims           prints the patterns of the files that are published, a channel and a pattern a line
# A channel whose variable is not set is left out, and it says so:
#   RELEASE_PYTHON_INDEX    the URL that twine uploads the wheel and the sdist to
#   RELEASE_NPM_REGISTRY    the URL of the registry for the npm tarball
#   RELEASE_MAVEN_URL       the URL of the repository for the jars
#   RELEASE_CHART           oci://HOST/PATH for the chart
#   RELEASE_GO              1: the tag of the Go module is pushed
# Credentials: TWINE_USERNAME and TWINE_PASSWORD, RELEASE_NPM_TOKEN, the server `release` of Maven's settings,
# RELEASE_CHART_USERNAME and RELEASE_CHART_PASSWORD, and those that git and gh have. None is printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(<VERSION)
is_dry=1
failed=

say() { echo "release: $*"; }
complain() { say "FAILED: $*" >&2; failed=1; }

# Which files of dist/ go where, by patterns of the shell. All go to the release on the forge too.
claims() {
  cat <<ENDOFCLAIMS
python shapewright-$version-py3-none-*.whl
python shapewright-$version.tar.gz
debian shapewright_${version}_*.deb
debian shapewright-dev_${version}_*.deb
npm shapewright-$version.tgz
maven shapewright-$version.jar
maven shapewright-$version-sources.jar
maven shapewright-$version-javadoc.jar
maven shapewright-$version.pom
api shapewright-api-$version.tar.gz
chart helm/shapewright-$version.tgz
sbom shapewright-$version.cdx.json
ENDOFCLAIMS
}
# These may be there. The proxy of the Go module serves installs from dist/: what is published is a tag.
optional_claims() {
  cat <<ENDOFCLAIMS
go go-proxy/*/@v/*
ENDOFCLAIMS
}

check_versions() {
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || complain "VERSION is $version, which is not MAJOR.MINOR.PATCH"
  python3 scripts/source_checks.py --versions || complain "the versions above are not that of VERSION"
}

check_changelog() {
  local heading
  heading=$(grep -m1 '^## ' CHANGELOG.md)
  if [[ $heading =~ ^'## ['"${version//./\\.}"'] - '[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]]; then return; fi
  if [[ $is_dry && $heading == "## [Unreleased]: $version" ]]; then
    say "to do before a release: CHANGELOG.md says \"$heading\", and has to say \"## [$version] - YEAR-MONTH-DAY\""
  else
    complain "CHANGELOG.md begins with \"$heading\", not with \"## [$version] - YEAR-MONTH-DAY\""
  fi
}

check_commit() {
  [[ $is_dry ]] && return
  [[ -z $(git status --porcelain --untracked-files=no) ]] || complain "there are changes that are not committed"
  [[ $(git tag --points-at HEAD) == *"v$version"* ]] || complain "this commit has no tag v$version"
}

# Each file of SHA256SUMS is as it was made, is claimed by a channel, and each channel has each of its files once.
check_files() {
  local name channel pattern found
  (cd "$dist" && sha256sum --quiet --strict -c SHA256SUMS) || complain "$dist is not what its SHA256SUMS says"
  mapfile -t names < <(cut -c67- "$dist/SHA256SUMS")
  while read -r channel pattern; do
    found=0
    # shellcheck disable=SC2053 # a pattern
    for name in "${names[@]}"; do [[ $name == $pattern ]] && ((++found)); done
    ((found == 1)) || complain "$channel: $found files in $dist are $pattern, not one"
  done < <(claims)
  for name in "${names[@]}"; do
    found=
    # shellcheck disable=SC2053
    while read -r channel pattern; do [[ $name == $pattern ]] && found=1; done < <(claims; optional_claims)
    [[ $found ]] || complain "nothing publishes $name"
  done
}

check_maintainer() {
  local deb
  for deb in "$dist"/*.deb; do
    [[ $is_dry || $(dpkg-deb -f "$deb" Maintainer) != nobody* ]] ||
      complain "$deb names no maintainer: set RELEASE_MAINTAINER for ./dev package"
  done
}

# Prints a command, and runs it unless this is a dry run.
step() {
  printf 'release: %s' "${is_dry:+would run:}"
  printf ' %q' "$@"
  printf '\n'
  [[ $is_dry ]] || "$@"
}

# Whether the channel is on: its variable is set. A dry run shows the name of the variable in its place.
is_on() { # VARIABLE WHAT
  if [[ -z ${!1:-} ]]; then
    say "$2: left out, $1 is not set"
    [[ $is_dry ]] || return 1
    printf -v "$1" '%s' "\$$1"
  fi
}

write_npm_token() { echo "//${RELEASE_NPM_REGISTRY#*://}/:_authToken=${RELEASE_NPM_TOKEN:?}" >>~/.npmrc; }

log_in_for_charts() {
  local host=${RELEASE_CHART#oci://}
  helm registry login --username "${RELEASE_CHART_USERNAME:?}" --password-stdin "${host%%/*}" <<<"${RELEASE_CHART_PASSWORD:?}"
}

# All files in one folder, where the chart would have the name of the npm tarball.
publish_on_forge() {
  local signature=$dist/SHA256SUMS.sigstore.json chart=$work/shapewright-chart-$version.tgz assets
  awk '/^## / { ++entries } entries == 1' CHANGELOG.md >"$work/notes.md"
  step cosign sign-blob --yes --bundle "$signature" "$dist/SHA256SUMS"
  step cp "$dist/helm/shapewright-$version.tgz" "$chart"
  mapfile -t assets < <(find "$dist" -maxdepth 1 -type f -not -path "$signature" | sort)
  step gh release create "v$version" --verify-tag --title "v$version" --notes-file "$work/notes.md" \
    "${assets[@]}" "$signature" "$chart"
}

publish() {
  local base=$dist/shapewright-$version
  [[ $base == /* ]] || base=$PWD/$base
  publish_on_forge
  if is_on RELEASE_PYTHON_INDEX "the wheel and the sdist"; then
    step twine upload --repository-url "$RELEASE_PYTHON_INDEX" "$base"-py3-none-*.whl "$base.tar.gz"
  fi
  if is_on RELEASE_NPM_REGISTRY "the npm tarball"; then
    step write_npm_token
    step npm publish "$base.tgz" --provenance --access public --registry "$RELEASE_NPM_REGISTRY"
  fi
  if is_on RELEASE_MAVEN_URL "the jars"; then
    local jars=(-Dfile="$base.jar" -DpomFile="$base.pom" -Dsources="$base-sources.jar" -Djavadoc="$base-javadoc.jar")
    step mvn -B deploy:deploy-file -DrepositoryId=release -Durl="$RELEASE_MAVEN_URL" "${jars[@]}"
  fi
  if is_on RELEASE_CHART "the chart"; then
    step log_in_for_charts
    step helm push "$dist/helm/shapewright-$version.tgz" "$RELEASE_CHART"
  fi
  if is_on RELEASE_GO "the Go module"; then
    step git tag "client/go/v$version"
    step git push origin "client/go/v$version"
  fi
}

case ${1:-} in
  --claims)
    claims
    exit
    ;;
  --dry-run) dist=${2:-dist} ;;
  --publish)
    dist=${2:?usage: release.sh --publish DIST}
    is_dry=
    ;;
  *)
    echo "usage: release.sh --dry-run [DIST] | --publish DIST | --claims" >&2
    exit 2
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check_versions
check_changelog
check_commit
if [[ -f $dist/SHA256SUMS ]]; then
  check_files
  check_maintainer
elif [[ $is_dry && $# -eq 1 ]]; then
  say "files are not checked: there is no $dist/SHA256SUMS; ./dev package makes it"
else
  complain "there is no $dist/SHA256SUMS; ./dev package makes it"
fi
[[ ! $failed ]] || exit 1
[[ ! -f $dist/SHA256SUMS ]] || publish
say "${is_dry:+dry run, }version $version: fine"
