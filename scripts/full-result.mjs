import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { resultPage } from './closing-lines.mjs'
import { root } from './data-folder.mjs'
import { QUIET_SECONDS } from './fixed-work.mjs'

/** The commit under test, with a plus where the tree has uncommitted changes. */
function readCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') && '+')
}

/** Writes what came of a run of the full form to docs/results; answers where. */
export function writeResult(run) {
  const date = new Date().toISOString().slice(0, 10)
  const path = `docs/results/${date}.md`
  const [{ model = 'unknown' } = {}] = cpus()
  const machine = {
    cores: cpus().length,
    model: model.trim(),
    node: process.versions.node,
    gigabytes: Math.round(totalmem() / 2 ** 30),
  }
  mkdirSync(join(root, 'docs/results'), { recursive: true })
  const page = resultPage({ ...run, date, machine, commit: readCommit(), quietSeconds: QUIET_SECONDS })
  writeFileSync(join(root, path), page)
  return path
}
