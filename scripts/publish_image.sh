#!/usr/bin/env bash
# Publishes the images that .github/workflows/release.yml has built and tried, as one image for all their architectures, and
# signs it without a key (OIDC).
# usage: publish_image.sh FOLDER     of FOLDER/image-ARCHITECTURE/image-ARCHITECTURE.tar.gz
# Environment: RELEASE_IMAGE (HOST/PATH, without a tag), RELEASE_IMAGE_USERNAME, RELEASE_IMAGE_PASSWORD.
set -euo pipefail
made=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${RELEASE_IMAGE:?HOST/PATH of the image}"
version=$(<VERSION)
docker login --username "$RELEASE_IMAGE_USERNAME" --password-stdin "${RELEASE_IMAGE%%/*}" <<<"$RELEASE_IMAGE_PASSWORD"
parts=()
for file in "$made"/image-*/image-*.tar.gz; do
  architecture=$(basename "$file" .tar.gz)
  part=$RELEASE_IMAGE:$version-${architecture#image-}
  docker load --quiet --input "$file"
  docker tag shapewright:release "$part"
  docker push "$part"
  parts+=("$part")
done
docker buildx imagetools create --tag "$RELEASE_IMAGE:$version" "${parts[@]}"
digest=$(docker buildx imagetools inspect --format '{{json .Manifest}}' "$RELEASE_IMAGE:$version" | jq -r .digest)
cosign sign --yes "$RELEASE_IMAGE@$digest"
echo "published and signed $RELEASE_IMAGE@$digest"
