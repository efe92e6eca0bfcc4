import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, listBroken } from './suite'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'suite-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const broken = (report: object | null, failed: number) => {
  const path = join(folder, 'unit.json')
  if (report) writeFileSync(path, JSON.stringify(report))
  return listBroken(path, failed).map((line) => line.replace(path, 'unit.json'))
}
const file = (assertionResults: object[]) => ({
  testResults: [{ name: 'a.test.ts', message: 'no such module', status: 'failed', assertionResults }],
})

// A copy of the checkout that breaks for another reason than its guard would count as red.
test.each<[string, object | null, number, string[]]>([
  ['a step that failed and left no report', null, 1, ['no report: unit.json']],
  ['one that has none, and did not fail', null, 0, []],
  ['a file of tests that could not be run', file([]), 1, ['a.test.ts: no such module']],
  ['a browser that could not be started', { errors: [{ message: 'no browser' }] }, 1, ['no browser']],
  ['a test that failed', file([{ status: 'failed' }]), 1, []],
])('distinguished from a guard that is missing: %s', (_, report, failed, lines) => {
  expect(broken(report, failed)).toEqual(lines)
})

test('a missing count is no count of zero', () => {
  expect(addCounts([{}, {}])).toEqual({})
  expect(addCounts([{}, { refused: 0 }])).toEqual({ accepted: 0, refused: 0, unknown: 0 })
  expect(addCounts([{ accepted: 2 }, { accepted: 3, unknown: 1 }])).toEqual({ accepted: 5, refused: 0, unknown: 1 })
})
