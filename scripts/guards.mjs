// Takes guards out of the sources, one at a time, and says whether the default check notices (docs/testing.md).
import './check-node.mjs'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { guards } from './guards/list.mjs'
import { MIGRATIONS, placeOf } from './guards/places.mjs'
import { runTests } from './guards/run-tests.mjs'
import { putBack, takeOut } from './guards/take-out.mjs'
import { dropLaterTemplates, rememberTemplates } from './guards/templates.mjs'

const MARKS = { red: 'red', green: 'GREEN', broken: 'BROKEN' }

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
const secondsSince = (since) => ((performance.now() - since) / 1000).toFixed(1)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))

const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = guards.filter(
  ({ group, name }) => names.length === 0 || names.some((one) => one === group || one === name),
)
if (chosen.length === 0)
  refuse(`There is no such guard. Groups: ${[...new Set(guards.map(({ group }) => group))].join(', ')}.`)

const touched = [...new Set(chosen.flatMap(({ changes }) => changes.map((change) => placeOf(change).file)))]
const dirty = git('status', '--porcelain', '--', MIGRATIONS, ...touched)
if (dirty) refuse(`These files differ from the last commit, and would be overwritten:\n${dirty}`)

mkdirSync(join(root, 'test-results'), { recursive: true })
// With --quick the tests were not run with all guards in place.
if (!options.includes('--quick')) {
  const sound = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))], { isSound: true })
  if (sound.verdict !== 'green') refuse(`Before any guard is taken out:\n${sound.test}\n${sound.message}`)
}

const isSql = ({ sql, sqlFunction }) => sql || sqlFunction
if (chosen.some(({ changes }) => changes.some(isSql))) await rememberTemplates()

const results = []
for (const one of chosen) {
  const since = performance.now()
  let result
  try {
    takeOut(one)
    result = await runTests(one.tests)
  } finally {
    putBack()
  }
  const seconds = secondsSince(since)
  results.push({ ...one, ...result, seconds })
  console.log(`${MARKS[result.verdict].padEnd(7)} ${seconds.padStart(6)} s  ${one.name.padEnd(32)} ${result.test}`)
  if (result.verdict === 'broken') console.log(result.message)
  if (one.changes.some(isSql)) await dropLaterTemplates()
}

if (options.includes('--write')) writeResult()
const missed = results.filter(({ verdict }) => verdict !== 'red')
console.log(`\n${results.length - missed.length} of ${results.length} guards are missed when they are taken out`)
process.exit(missed.length > 0 ? 1 : 0)

function refuse(text) {
  console.error(text)
  process.exit(2)
}

function writeResult() {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  const cell = (text) => text.replaceAll('|', '\\|')
  const lines = results.map(
    ({ name, removes, test, seconds, verdict }) =>
      `| \`${name}\` | ${cell(removes)} | ${MARKS[verdict]} | ${cell(test)} | ${seconds} |`,
  )
  const page = [
    `# Guards taken out, ${date}`,
    '',
    `Each guard was taken out of the sources by itself (\`npm run test:guards\`), and the named tests of the default check were run without it.`,
    '',
    `Machine: ${machine}. Commit: ${git('rev-parse', '--short', 'HEAD')}.`,
    '',
    '| guard | what is taken out | check | the first test that failed | seconds |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ]
  mkdirSync(join(root, 'docs/results'), { recursive: true })
  writeFileSync(join(root, `docs/results/${date}-guards.md`), page.join('\n'))
}
