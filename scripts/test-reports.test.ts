import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlaywrightReport, readTortureReport, readVitestReport } from './test-reports.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mascate-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const none = { passed: 0, failed: 0, skipped: 0, notRun: [], failures: [], tests: [] }

test('a report of Vitest fails for a failed test, and for a file that could not be run', () => {
  const one = (fullName: string, status: string, more: object = {}) => ({ fullName, status, duration: 500, ...more })
  const file = report({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          one('a', 'passed'),
          one('b', 'failed', { failureMessages: ['\u001b[31mexpected 1'] }),
          one('c', 'skipped', { meta: { notRun: 'full form: it waits' } }),
          one('d', 'todo'),
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(readVitestReport(file)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    notRun: ['c: full form: it waits', 'd: no reason given'],
    failures: ['b\n    expected 1', 'b.test.ts\n    no such module'],
    tests: ['a', 'b', 'c', 'd'].map((name) => ({ name, seconds: 0.5 })),
  })
})

test('a report of Playwright fails for a test that passed only at another try', () => {
  const specs = (['expected', 'flaky', 'unexpected', 'skipped'] as const).map((status) => ({
    title: status,
    tests: [
      {
        status,
        projectName: 'desktop',
        annotations: [{ type: 'skip', description: 'memory is read in /proc' }],
        results: [{ duration: 1000, errors: status === 'expected' ? [] : [{ message: 'it broke' }] }],
      },
    ],
  }))
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }
  expect(readPlaywrightReport(report({ stats, suites: [{ suites: [{ specs }] }], errors: [] }))).toMatchObject({
    passed: 1,
    failed: 2,
    skipped: 1,
    notRun: ['skipped (desktop): memory is read in /proc'],
    failures: ['unexpected (desktop)\n    it broke', 'flaky (desktop): passed only at another try\n    it broke'],
  })
})

test('a scenario’s report lists the figures that do not hold', () => {
  const figures = [
    { what: 'lost', found: 1, wanted: 0, holds: false },
    { what: 'sold', found: 9, wanted: 9, holds: true },
  ]
  const results = [
    { name: 'hot-sku', holds: false, seconds: 2, figures },
    { name: 'calm', holds: true, seconds: 1, figures: [] },
  ]
  expect(readTortureReport(report({ results }))).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['hot-sku\n    lost: 1, wanted 0'],
  })
})

test('where no report was written nothing has passed', () => {
  const file = join(folder, 'missing.json')
  for (const read of [readVitestReport, readPlaywrightReport, readTortureReport]) expect(read(file)).toEqual(none)
})
