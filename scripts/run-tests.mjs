import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { buildProduct, tool } from './prepare.mjs'
import { freePort } from './processes.mjs'
import { readArguments, runSteps } from './run-steps.mjs'
import { staticChecks } from './static-checks.mjs'
import { runStep } from './steps.mjs'
import { tryForPgBouncer } from './system-packages.mjs'
import { readVitestReport, readPlaywrightReport, readTortureReport } from './test-reports.mjs'

const E2E_PORT = 3210
const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']
const reports = join(root, 'test-results')
/** Modules as vitest transformed them: the unit tests fill it, the integration tests and whatever is run by its name read it. */
const transformed = join(root, 'node_modules/.experimental-vitest-cache')
const node = (name, path, args, options) =>
  runStep(name, process.execPath, [tool(path), ...args], { quiet: true, ...options })

// For each step: `lanes`, the cores it keeps busy; `budget`, its seconds on a quiet machine with two cores, which steps
// with the same `together` share; `needs`, the step that has to hold before it; `isNamedOnly`, where a whole run leaves it
// out. The first in the list starts first.
const testFiles = (name, projects, workers) => {
  const report = join(reports, `${name}.json`)
  const args = [...projects.map((project) => `--project=${project}`), '--passWithNoTests', `--maxWorkers=${workers}`]
  return {
    name,
    lanes: 2,
    run: async (more, isFull) => {
      rmSync(report, { force: true })
      if (name === 'unit' && more.length === 0) rmSync(transformed, { recursive: true, force: true })
      if (name === 'integration' && more.length === 0) await tryForPgBouncer()
      // The default form leaves out what belongs to the full form alone; a path that is named always runs.
      const form = isFull || more.length > 0 ? 'full' : 'default'
      const all = ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
      return node(name, 'vitest/vitest.mjs', all, {
        env: { NODE_ENV: 'test', TEST_FORM: form, ...(isFull && { TEST_ALONE: '1' }) },
      })
    },
    count: () => readVitestReport(report),
  }
}

const steps = [
  // First: the browser tests and torture wait for it.
  { name: 'build', lanes: 1, budget: 45, run: () => buildProduct() },
  ...staticChecks.map((check) => ({ lanes: 1, together: 'static', budget: 60, ...check })),
  { ...testFiles('unit', ['unit*', 'components*'], 2), budget: 40 },
  // One more than there are cores: a test may wait for time that has to pass.
  { ...testFiles('integration', ['integration*'], 3), budget: 150 },
  {
    name: 'e2e',
    needs: 'build',
    lanes: 2,
    budget: 240,
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
    lanes: 1,
    budget: 20,
    async run(more, isFull) {
      const report = join(reports, 'torture.json')
      rmSync(report, { force: true })
      // The tests of its suites are run by the steps before it, in the full form in their full sizes.
      const form = isFull ? ['--profile', 'full', '--staged'] : ['--profile', 'default']
      const args = [...TYPESCRIPT, 'e2e/torture/main.ts', ...form, '--report', report, ...more]
      return runStep('torture', process.execPath, args, { quiet: true })
    },
    count: () => readTortureReport(join(reports, 'torture.json')),
  },
]

/** All steps, or the named one with what follows handed on to its tool: `node scripts/test.mjs unit lib/money/fees`. */
export function runTests(args) {
  return runSteps(steps, readArguments(args))
}
