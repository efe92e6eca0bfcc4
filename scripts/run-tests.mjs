import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { buildProduct, tool } from './prepare.mjs'
import { freePort } from './processes.mjs'
import { readArguments, runSteps } from './run-steps.mjs'
import { runStep } from './steps.mjs'
import { tryForPgBouncer } from './system-packages.mjs'
import { readJestReport, readPlaywrightReport, readTortureReport } from './test-reports.mjs'

const CHECKED = ['app', 'components', 'lib', 'prisma', 'e2e', 'middleware.ts', 'instrumentation.ts']
const E2E_PORT = 3210
const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']
const reports = join(root, 'test-results')
const node = (name, path, args, options) =>
  runStep(name, process.execPath, [tool(path), ...args], { quiet: true, ...options })

// Of each step: `lanes`, how many cores it keeps busy; `budget`, its seconds on a quiet machine with two cores, which steps with the
// same `together` share; `needs`, the step that has to hold before it. What stands first begins first.
const check = (name, path, ...args) => ({
  ...{ name, lanes: 1, together: 'static', budget: 60 },
  run: (more) => node(name, path, [...args, ...more]),
})

const FULL_FILES = String.raw`\.full\.(integration\.)?test\.tsx?$`
const INTEGRATION_FILES = String.raw`\.integration\.test\.ts$`
/** The default form leaves out what belongs to the full form alone; a path that is named always runs. */
const leftOut = (name, more, isFull) =>
  isFull || more.length > 0
    ? []
    : ['/node_modules/', FULL_FILES, ...(name === 'integration' ? [] : [INTEGRATION_FILES])].map(
        (pattern) => `--testPathIgnorePatterns=${pattern}`,
      )
const testFiles = (name, projects) => {
  const report = join(reports, `${name}.json`)
  const args = ['--selectProjects', ...projects, '--json', '--passWithNoTests', '--maxWorkers=2']
  return {
    ...{ name, lanes: 2 },
    run: async (more, isFull) => {
      rmSync(report, { force: true })
      if (name === 'integration' && more.length === 0) await tryForPgBouncer()
      const paths = more.length > 0 ? ['--testPathPatterns', ...more] : []
      const all = [...args, ...leftOut(name, more, isFull), `--outputFile=${report}`, ...paths]
      return node(name, 'jest/bin/jest.js', all, { env: { NODE_ENV: 'test' } })
    },
    count: () => readJestReport(report),
  }
}

const steps = [
  // First: the browser tests and torture wait for it.
  { name: 'build', lanes: 1, budget: 45, run: () => buildProduct() },
  check('lint', 'eslint/bin/eslint.js', '--max-warnings=0', '.'),
  check('format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  check('boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', '--no-progress', ...CHECKED),
  check('types', 'typescript/bin/tsc', '--noEmit', '--pretty', 'false'),
  check('dead code', 'knip/bin/knip.js', '--no-progress'),
  { ...testFiles('unit', ['unit', 'components']), budget: 40 },
  { ...testFiles('integration', ['integration']), budget: 150 },
  {
    ...{ name: 'e2e', needs: 'build', lanes: 2, budget: 240 },
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
    ...{ name: 'torture', needs: 'build', lanes: 1, budget: 20 },
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

/** All steps, or the named one with what follows handed on to its tool: `node scripts/test.mjs unit lib/fees`. */
export function runTests(args) {
  return runSteps(steps, readArguments(args))
}
