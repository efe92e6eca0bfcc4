import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainEnglishFaults } from './plain-words.mjs'

/** The comments of a file, line by line, consecutive ones as one text; the bodies of SQL functions are left out. */
function commentsOf(path: string) {
  const text = readFileSync(path, 'utf8').replaceAll(/\$\$[^]*?\$\$/g, (body) => body.replaceAll(/[^\n]/g, ''))
  return [...text.matchAll(/(?:^[ \t]*(?:--|\/\/+).*\n?)+/gm)].map(([lines]) =>
    lines
      .replaceAll(/^[ \t]*(?:--|\/+)/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

test.each([
  ['SQL files', 'lib', '.sql', 250],
  ['the schema', 'prisma/schema', '.prisma', 8],
])('the comments of %s are in plain English', (_, folder, ending, least) => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))
  expect(paths.length).toBeGreaterThanOrEqual(least)
  const matches = paths.flatMap((path) =>
    commentsOf(path).flatMap((text) => plainEnglishFaults(text).map((fault) => `${path}: ${fault} ${text}`)),
  )
  expect(matches).toEqual([])
})
