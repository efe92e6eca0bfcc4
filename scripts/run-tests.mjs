import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder, root } from './data-folder.mjs'
import { takeLock } from './lock.mjs'
import { buildProduct, generateClient, installDependencies, nextProgram, tool } from './prepare.mjs'
import { freePort } from './processes.mjs'
import { endRunningSteps, runStep, say, seconds } from './steps.mjs'
import { tryForPgBouncer } from './system-packages.mjs'
import {
  failedFiles,
  failedScenarios,
  readJestReport,
  readPlaywrightReport,
  readTortureReport,
} from './test-reports.mjs'

const CHECKED = ['app', 'components', 'lib', 'prisma', 'e2e', 'middleware.ts', 'instrumentation.ts']
const E2E_PORT = 3210
const LAST_LINES = 40
const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']
const reports = join(root, 'test-results')
const tortureReports = [join(reports, 'torture.json'), join(reports, 'torture-again.json')]
const node = (name, path, args, options) =>
  runStep(name, process.execPath, [tool(path), ...args], { quiet: true, ...options })

const check = (name, path, ...args) => ({ name, run: (more) => node(name, path, [...args, ...more]) })
const jest = (name, projects, mostTriedAgain = 0) => {
  const report = join(reports, `${name}.json`)
  const second = join(reports, `${name}-again.json`)
  const args = ['--selectProjects', ...projects, '--json', '--passWithNoTests']
  return {
    name,
    run: async (more) => {
      rmSync(report, { force: true })
      rmSync(second, { force: true })
      if (name === 'integration' && more.length === 0) await tryForPgBouncer()
      const paths = more.length > 0 ? ['--testPathPatterns', ...more] : []
      const runJest = (...rest) => node(name, 'jest/bin/jest.js', [...args, ...rest], { env: { NODE_ENV: 'test' } })
      try {
        return await runJest('--maxWorkers=3', `--outputFile=${report}`, ...paths)
      } catch (error) {
        const files = failedFiles(report)
        if (more.length > 0 || files.length === 0 || files.length > mostTriedAgain) throw error
        say(`${name}: ${files.length} files once more, one at a time`)
        return await runJest(`--outputFile=${second}`, '--runInBand', '--runTestsByPath', ...files)
      }
    },
    count: () => readJestReport(report, second),
  }
}

const steps = [
  check('lint', 'eslint/bin/eslint.js', '--max-warnings=0', '.'),
  check('format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  check('boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', '--no-progress', ...CHECKED),
  check('types', 'typescript/bin/tsc', '--noEmit', '--pretty', 'false'),
  check('dead code', 'knip/bin/knip.js', '--no-progress'),
  // A busy machine's accidents, named at the end. More files than these, or a second failure, are none. Of the unit tests some
  // start a browser, programs, or wait as a person does.
  jest('unit', ['unit', 'components'], 3),
  jest('integration', ['integration'], 5),
  { name: 'build', run: () => buildProduct() },
  {
    name: 'e2e',
    needs: 'build',
    async run(more) {
      const { ensureChromium } = await import('./chromium.mjs')
      const report = join(reports, 'e2e.json')
      rmSync(report, { force: true })
      const env = {
        CHROMIUM_PATH: await ensureChromium(),
        E2E_PORT: String(await freePort(E2E_PORT)),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        // The fixtures make their companies through the product's own server modules.
        NODE_OPTIONS: '--conditions=react-server',
      }
      return node('e2e', '@playwright/test/cli.js', ['test', '--reporter=list,json', ...more], { env })
    },
    count: () => readPlaywrightReport(join(reports, 'e2e.json')),
  },
  {
    name: 'torture',
    needs: 'build',
    async run(more) {
      const [report, second] = tortureReports
      for (const file of tortureReports) rmSync(file, { force: true })
      const torture = (...rest) =>
        runStep('torture', process.execPath, [...TYPESCRIPT, 'e2e/torture/main.ts', '--profile', 'short', ...rest], {
          quiet: true,
        })
      try {
        return await torture('--report', report, ...more)
      } catch (error) {
        const names = failedScenarios(report)
        if (more.length > 0 || !names?.length) throw error
        say(`torture: ${names.join(', ')} once more`)
        return await torture('--report', second, '--only', names.join(','))
      }
    },
    count: () => readTortureReport(...tortureReports),
  },
]

/** All steps, or the named one with what follows handed on to its tool: `node scripts/test.mjs unit lib/fees`. */
export async function runTests([only, ...more]) {
  const chosen = only ? steps.filter(({ name }) => name === only) : steps
  if (chosen.length === 0) {
    console.error(`There is no step "${only}". Steps: ${steps.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      endRunningSteps()
      setTimeout(() => process.exit(130), 8000)
    })
  const lock = only ? null : lockTests()
  mkdirSync(reports, { recursive: true })
  const totals = { passed: 0, failed: 0, skipped: 0, notRun: [], retried: [], failures: [] }
  const broken = new Set()
  try {
    await installDependencies()
    await generateClient()
    if (!only || ['types', 'lint'].includes(only))
      await runStep('generating route types', process.execPath, [nextProgram, 'typegen'], { quiet: true })
    // Lint takes longer than all other checks together: beside its end the unit tests begin.
    const isBeside = (step) => step.name === 'unit' || (!step.count && step.name !== 'build')
    await runTwoAtATime(chosen.filter(isBeside), (step) => runOne(step, more, totals))
    for (const step of chosen.filter((step) => !isBeside(step))) {
      if (broken.has(step.needs) && !only) {
        say(`✗ ${step.name}: not run, since ${step.needs} failed`)
        continue
      }
      if (!(await runOne(step, more, totals))) broken.add(step.name)
    }
  } catch (error) {
    console.error(error.message)
    totals.failed++
  }
  if (!only) await stopTestServer()
  lock?.release()
  for (const name of totals.notRun) console.log(`not run: ${name}`)
  for (const name of totals.retried) console.log(`passed at another try: ${name}`)
  for (const text of totals.failures) console.log(`failed: ${text.split('\n')[0]}`)
  console.log(
    `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
  )
  process.exit(totals.failed > 0 ? 1 : 0)
}

async function runTwoAtATime(steps, run) {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step)
  }
  await Promise.all([lane(), lane()])
}

async function runOne(step, more, totals) {
  const since = Date.now()
  let failure
  try {
    const output = await step.run(more)
    if (more.length > 0 && output) console.log(output)
  } catch (error) {
    failure = error
  }
  const counted = step.count?.()
  const passed = counted ? counted.passed : failure ? 0 : 1
  // A step that ends badly without one failed test (it could not start) is a failure of its own.
  const failed = failure ? Math.max(counted?.failed ?? 0, 1) : (counted?.failed ?? 0)
  totals.passed += passed
  totals.failed += failed
  totals.skipped += counted?.skipped ?? 0
  totals.notRun.push(...(counted?.notRun ?? []))
  totals.retried.push(...(counted?.retried ?? []))
  totals.failures.push(...(counted?.failures ?? []))
  const tests = counted ? `${passed} passed, ${failed} failed, ${counted.skipped} skipped, ` : ''
  say(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${tests}${seconds(since)}`)
  if (failure) tellFailure(step.name, failure, counted?.failures ?? [])
  return failed === 0
}

/** Named tests say more than all that a tool printed before them: of that the end, and the whole of it in a file. */
function tellFailure(name, failure, failures) {
  const output = failure.output ?? failure.message
  writeFileSync(join(reports, `${name}.log`), output)
  const told = failures.length > 0 ? output.split('\n').slice(-LAST_LINES).join('\n') : failure.message
  console.error(['', told, ...failures.map((text) => `failed: ${text}`), ''].join('\n'))
}

function lockTests() {
  try {
    return takeLock(openDataFolder('.data/test').folder, 'tests')
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

// A single step leaves the server running for the next one; a whole run leaves nothing behind that nobody else uses.
async function stopTestServer() {
  const { startPostgres } = await import('./postgres.mjs')
  const { withClient } = await import('./roles.mjs')
  const data = openDataFolder('.data/test')
  const server = await startPostgres(data).catch(() => null)
  if (!server) return
  const admin = { host: '127.0.0.1', port: server.port, user: 'postgres', password: data.secrets.databaseAdminPassword }
  const others = await withClient({ ...admin, database: 'postgres' }, (client) =>
    client.query(`select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`),
  ).catch(() => ({ rowCount: 0 }))
  if (others.rowCount === 0) await server.stop()
}
