import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { benchmarkEnvironment, root } from '../bench/product'
import type { TextMutant } from './scenario'
import { folderOf } from './stage'

const LEFT_OUT = new Set(['.git', '.data', '.next', 'node_modules', 'test-results'])
const LAST_MIGRATION = 'prisma/migrations/99991231235959_without_guard/migration.sql'

/** Runs `work` in the checkout or, where a guard is to be missing, in a copy of it without that guard, removed afterwards. */
export async function withoutGuard<T>(mutant: TextMutant | undefined, work: (folder: string) => Promise<T>) {
  if (!mutant) return work(root)
  const folder = folderOf('torture-copy')
  rmSync(folder, { recursive: true, force: true })
  try {
    copyCheckout(folder)
    for (const { file, find, put } of mutant.texts ?? []) takeOut(join(folder, file), find, put)
    const changed = [...new Set((mutant.texts ?? []).map(({ file }) => file))].filter((file) => file.endsWith('.sql'))
    const last = [...changed.map((file) => readFileSync(join(folder, file), 'utf8')), mutant.sql ?? '']
      .join('\n')
      .trim()
    if (last) {
      mkdirSync(dirname(join(folder, LAST_MIGRATION)), { recursive: true })
      writeFileSync(join(folder, LAST_MIGRATION), last)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As a product that is started there does it itself. */
export function buildCopy(folder: string): void {
  const program = "import('./scripts/prepare.mjs').then(({ buildProduct }) => buildProduct())"
  execFileSync(process.execPath, ['--eval', program], { cwd: folder, env: benchmarkEnvironment(), stdio: 'inherit' })
}

function takeOut(path: string, find: RegExp, put: string) {
  const text = readFileSync(path, 'utf8')
  if (!find.test(text)) throw new Error(`${path} has no such guard: ${find.source}`)
  writeFileSync(
    path,
    text.replace(find, () => put),
  )
}

function copyCheckout(folder: string) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(root).filter((name) => !LEFT_OUT.has(name)))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  // Linked file by file: the bundler refuses modules that lie outside the folder it builds.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')])
}
