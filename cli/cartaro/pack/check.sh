#!/bin/sh
# Checks, tests, proves and prints this collection. The workflow runs it, and so can you: sh check.sh
set -eu
cd "$(dirname "$0")"
rules=$(ls ./*.regole | grep -v '^\./[^.]*\..*\.regole$')
cartaro format --check ./*.regole
cartaro check $rules
cartaro test $rules
cartaro verify $rules
cartaro book build $rules --out site ${SITE_URL:+--url "$SITE_URL"}
