#!/bin/sh
# oxlint 1.94.0: `no-restricted-imports` and `typescript/no-restricted-imports` are one rule under two names. In ESLint they are two, with
# options of their own, and a project that forbids some imports by the one and others by the other has both. Moved as they are into
# .oxlintrc.json, an override that sets the second name takes the place of the first one's options for its files: what those forbade is
# allowed there from then on, without a word about it. Both lists have to stand in one entry, in each override.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent oxlint@1.94.0
printf "import { raw } from './generated/client'\nimport https from 'node:https'\nexport const both = [raw, https]\n" > both.ts
generated='"patterns": [{ "group": ["**/generated/client"] }]'
network='"paths": [{ "name": "node:https" }]'
lint() {
  printf '{ "categories": { "correctness": "off" }, "plugins": ["typescript"], "overrides": [%s] }' "$2" > .oxlintrc.json
  found=$(npx oxlint --format=unix both.ts | grep -c 'no-restricted-imports' || true)
  echo "$1: $found of 2 imports refused"
}
rule() { printf '{ "files": ["**/*.ts"], "rules": { "%s": ["error", { %s }] } }' "$1" "$2"; }
{
  lint 'each name in an override of its own' \
    "$(rule no-restricted-imports "$generated"), $(rule typescript/no-restricted-imports "$network")"
  lint 'both lists in one entry' "$(rule no-restricted-imports "$generated, $network")"
} | tee seen
cat > wanted <<'TEXT'
each name in an override of its own: 1 of 2 imports refused
both lists in one entry: 2 of 2 imports refused
TEXT
diff wanted seen && echo 'as stated'
