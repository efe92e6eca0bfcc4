import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSigned, removeSigned, writeSigned } from './signed-file'

const folder = join(process.env.MASCATE_DATA!, 'audit')

test('a head that cannot be read is never taken for one that is not there', async () => {
  expect(await readSigned('nowhere')).toBeNull()
  await writeSigned('cut', { number: '7' })
  rmSync(join(folder, 'cut.json'))
  expect(await readSigned('cut')).toBeNull()
  mkdirSync(join(folder, 'cut.json'))
  await expect(readSigned('cut')).rejects.toMatchObject({ code: 'EISDIR' })
})

test('one of many concurrent writes stands whole, and nothing is left beside it', async () => {
  const bodies = Array.from({ length: 20 }, (_, n) => ({ n, text: 'x'.repeat(n * 1000) }))
  await Promise.all(bodies.map((body) => writeSigned('many', body)))
  expect(bodies).toContainEqual((await readSigned('many'))?.body)
  expect(readdirSync(folder).filter((name) => name.startsWith('many'))).toEqual(['many.json'])
})

test('with a head goes what killed writers left of it, and of no other', async () => {
  for (const name of ['gone', 'gone.looked', 'stays']) await writeSigned(name, {})
  for (const name of ['gone.json.a.part', 'gone.json.part', 'stays.json.a.part']) writeFileSync(join(folder, name), '{')
  await removeSigned('gone')
  expect(
    readdirSync(folder)
      .filter((name) => /^(gone|stays)/.test(name))
      .sort(),
  ).toEqual(['gone.looked.json', 'stays.json', 'stays.json.a.part'])
})
