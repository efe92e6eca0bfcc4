import { existsSync } from 'node:fs'
import { guards } from './guards/list.mjs'
import { placeOf } from './guards/places.mjs'

const named = guards.map((one) => [one.name, one] as const)

// A guard that is written another way meanwhile would end the run of the others.
test.each(named)('%s stands where it is taken out, once, and its test belongs to the default form', (_, one) => {
  for (const change of one.changes) {
    const { before, after } = placeOf(change)
    expect(after).not.toBe(before)
  }
  expect(one.tests.length).toBeGreaterThan(0)
  expect(one.tests.filter((file) => !existsSync(file) || file.includes('.full.'))).toEqual([])
})

test('ten guards of each of five groups, each under a name of its own', () => {
  const groups = ['tenancy', 'roles', 'stock', 'money', 'platform']
  expect(groups.map((group) => guards.filter((one) => one.group === group).length)).toEqual(groups.map(() => 10))
  expect(guards.every(({ group }) => groups.includes(group))).toBe(true)
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
})
