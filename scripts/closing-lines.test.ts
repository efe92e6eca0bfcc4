import { budgetLine, machineLine, resultPage, slowestTests, tableOf, type Ran } from './closing-lines.mjs'

const step = (name: string, begun: number, ended: number, more: Partial<Ran> = {}): Ran => ({
  name,
  begun,
  ended,
  holds: true,
  ...more,
})
const ofStatic = { together: 'static', budget: 60 }
const counted = (passed: number, failed: number, tests: [string, number][]) => ({
  passed,
  failed,
  skipped: 0,
  tests: tests.map(([name, seconds]) => ({ name, seconds })),
})
const ran = [
  step('lint', 0, 50, ofStatic),
  step('types', 40, 65.5, ofStatic),
  step('unit', 70, 100, {
    budget: 40,
    counted: counted(7, 0, [
      ['adds', 0.001],
      ['starts a program', 3],
    ]),
  }),
  step('integration', 100, 300.25, { budget: 150, holds: false, counted: counted(8, 1, [['places\nan order', 9.5]]) }),
]

test('each step stands beside its budget, those that share one once more together; what is over is marked', () => {
  expect(tableOf(ran, 301)).toEqual([
    '✓ lint                    50.0 s',
    '✓ types                   25.5 s',
    '✓ unit                    30.0 s of 40 s    7 passed, 0 failed, 0 skipped',
    '✗ integration            200.3 s of 150 s  OVER  8 passed, 1 failed, 0 skipped',
    'static checks together    65.5 s of 60 s   OVER',
    'all after installing     301.0 s of 720 s',
  ])
})

test('the closing line names what took longer than its budget, or says that nothing did', () => {
  expect(budgetLine(ran, 721)).toBe(
    'over budget: static checks together (66 of 60 s), integration (200 of 150 s), all after installing (721 of 720 s)',
  )
  expect(budgetLine([step('unit', 0, 40, { budget: 40 })], 40)).toBe('every step within its budget')
})

test('the fixed work tells a slow machine', () => {
  expect(machineLine(1.1, 1)).toMatch(/: this one is as fast$/)
  expect(machineLine(2.55, 1)).toMatch(/^fixed work: 2\.55 s \(1\.00 s on a quiet machine .* 2\.5 times slower$/)
})

test('the slowest tests of all steps come first, each with its step, on a line of its own', () => {
  expect(slowestTests(ran, 2)).toEqual(['    9.5 s  integration: places an order', '    3.0 s  unit: starts a program'])
  const long = [step('unit', 0, 1, { counted: counted(1, 0, [['x'.repeat(500), 1]]) })]
  expect(slowestTests(long)[0]!.length).toBeLessThan(140)
})

test('the page of a full run says machine, commit, each step, and what failed or was not run by its name', () => {
  const page = resultPage({
    date: '2026-11-28',
    commit: 'abc1234',
    ran,
    fixedWork: 2,
    quietSeconds: 1,
    installing: 30,
    wholeSeconds: 301,
    machine: { cores: 2, model: 'A processor', gigabytes: 24, node: '20.20.0' },
    totals: { passed: 17, failed: 1, skipped: 1, failures: ['places an order\n    at a place'], notRun: ['a sheet'] },
  })
  expect(page).toContain('Commit abc1234. 2 cores (A processor), 24 GiB of memory, Node 20.20.0.')
  expect(page).toContain('| integration | 200.3 | 8 | 1 | 0 |')
  expect(page).toContain('| lint | 50.0 | 1 | 0 | 0 |')
  expect(page).toMatch(/## Failed\n\n- places an order\n\n## Not run\n\n- a sheet\n/)
})
