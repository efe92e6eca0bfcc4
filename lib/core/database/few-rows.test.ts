import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text before the bracket that encloses this place of a statement, and the text between the two. */
function enclosing(text: string, at: number): { before: string; within: string } {
  let depth = 0
  for (let place = at; place >= 0; place -= 1) {
    if (text[place] === '`') return { before: 'statement', within: text.slice(place, at) }
    if (text[place] === ')') depth += 1
    if (text[place] !== '(' || depth-- > 0) continue
    return { before: text.slice(Math.max(0, place - 30), place).trimEnd(), within: text.slice(place, at) }
  }
  return { before: 'statement', within: text.slice(0, at) }
}

// The planner may run a subquery of a join once for each row: each run skips the rows that are locked by now and takes others.
test('a statement that takes a limited number of free rows runs its subquery once, whatever the statistics', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.(sql|ts)$/.test(name) && !name.startsWith('generated'))
    .map((name) => join('lib', name))
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/SKIP LOCKED/g)].map(({ index }) => ({ file, ...enclosing(text, index) }))
  })
  const limited = found.filter(({ within }) => within.includes('LIMIT'))
  expect(limited.length).toBeGreaterThan(3)
  expect(limited.filter(({ before }) => !/(AS MATERIALIZED|ARRAY|statement)$/.test(before))).toEqual([])
})
