import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextMutant } from './scenario'
import { scenarios } from './scenarios'

const root = join(__dirname, '../..')
const mutants = scenarios.flatMap(({ name, mutants }) =>
  (mutants as TextMutant[]).map((mutant) => ({ ...mutant, name: `${name}/${mutant.name}` })),
)
const texts = mutants.flatMap(({ name, texts = [] }) => texts.map((text) => ({ name, ...text })))
const functions = mutants.flatMap(({ name, fromFunction }) => (fromFunction ? [{ name, ...fromFunction }] : []))

// What is written another way meanwhile would end the full run of the mutants, hours later.
test.each(texts)('the guard $name stands in $file', ({ file, find }) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(find)
})

const definitions = readdirSync(join(root, 'prisma/migrations'))
  .filter((name) => /^\d/.test(name))
  .toSorted()
  .flatMap((name) => {
    const file = `prisma/migrations/${name}/migration.sql`
    const bodies = /CREATE (?:OR REPLACE )?FUNCTION (\w+)(?:(?!CREATE |\$\$)[^])*\$\$[^]*?\$\$/g
    return [...readFileSync(join(root, file), 'utf8').matchAll(bodies)].map(([sql, called]) => ({ file, called, sql }))
  })
const newest = (called?: string) => definitions.findLast((one) => one.called === called)

test.each(functions)('the guard $name stands in the newest definition of $of', ({ of, guard }) =>
  expect(newest(of)?.sql).toMatch(guard),
)

// One that was defined anew meanwhile would be mutated where nobody calls it.
test.each(texts.filter(({ file }) => file.startsWith('prisma/migrations/')))(
  'the SQL function of $name is defined in no migration after $file',
  ({ file, find }) => {
    const called = definitions.find((one) => one.file === file && find.test(one.sql))?.called
    expect({ called, file: newest(called)?.file }).toEqual({ called: expect.any(String) as string, file })
  },
)

// What nobody finds is not run.
test.each(scenarios.map(({ name }) => name))(
  '%s stands in docs/torture.md and among the results of the README',
  (name) => {
    for (const file of ['docs/torture.md', 'README.md'])
      expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'))
  },
)
