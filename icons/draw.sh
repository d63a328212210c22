#!/usr/bin/env bash
# Draws every icon of this folder again from assent.svg. Needs rsvg-convert, ImageMagick and icnsutils (png2icns).
set -euo pipefail
cd "$(dirname "$0")"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
for size in 16 24 32 48 64 128 256 512 1024; do
  rsvg-convert --width "$size" --height "$size" assent.svg --output "$parts/$size.png"
done
cp "$parts/32.png" 32x32.png
cp "$parts/128.png" 128x128.png
cp "$parts/256.png" 128x128@2x.png
cp "$parts/512.png" icon.png
convert "$parts"/{16,24,32,48,64,256}.png icon.ico
png2icns icon.icns "$parts"/{16,32,48,128,256,512,1024}.png
