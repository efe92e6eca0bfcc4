#!/bin/sh
# Node 20.20.2 with @node-rs/argon2 2.2.1: a file that was removed after its pipeline failed comes back.
# `await pipeline(source, createWriteStream(path))` rejects as soon as the source fails. It does not wait for the file's opening, which
# is a job for the threads of libuv. Code that then removes the half-written file finds none, and the file is made afterwards, empty, for
# good. On an idle machine the opening wins; argon2 hashes on the same four threads, so a few sign-ins at once are enough to lose.
# Opened first (`(await open(path, 'w')).createWriteStream()`) the file is there to be removed, however busy those threads are.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @node-rs/argon2@2.2.1
cat > look.mjs <<'JS'
import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hash } from '@node-rs/argon2'
const tell = async (name, passwords, toFile) => {
  const path = `${name.replaceAll(' ', '-')}.part`
  const hashes = Array.from({ length: passwords }, () => hash('a long password', { memoryCost: 19456, timeCost: 4 }))
  const source = new Readable({ read: () => source.destroy(new Error('the other side went away')) })
  const failed = await pipeline(source, await toFile(path)).catch((error) => error.message)
  rmSync(path, { force: true })
  await Promise.all(hashes)
  await hash('another', {})
  console.log(`${name}: "${failed}", removed, ${existsSync(path) ? 'and there again' : 'and gone'}`)
}
const lazily = (path) => createWriteStream(path)
const openedFirst = async (path) => (await open(path, 'w')).createWriteStream()
await tell('twelve passwords hashed', 12, lazily)
await tell('twelve passwords hashed and opened first', 12, openedFirst)
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
twelve passwords hashed: "the other side went away", removed, and there again
twelve passwords hashed and opened first: "the other side went away", removed, and gone
TEXT
diff wanted seen && echo 'as stated'
