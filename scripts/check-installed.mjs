// Before anything that is installed is needed: a fresh clone shows the next step instead of a stack trace. Uses nothing
// outside Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'

const NEEDED = ['node_modules/.package-lock.json', 'lib/generated/prisma/client.ts']

if (!NEEDED.every((path) => existsSync(join(root, path)))) {
  console.error(
    `Mascate is not installed in ${root} yet: run "npm install --no-audit --no-fund" and "npm run prisma -- generate" there, or "npm start" once.`,
  )
  // 1 would say that something was looked at, and is wrong.
  process.exit(2)
}
