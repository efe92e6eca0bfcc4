import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['app', 'components', 'lib', 'scripts', 'e2e']

const isOfFullForm = (path: string) => /\.full\.(integration\.)?test\.tsx?$/.test(path)
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)

test('a file of the full form says in its first line why it is not in the default, and which test there holds its core', () => {
  const full = files.filter(isOfFullForm)
  expect(full.length).toBeGreaterThan(10)
  const wrong = full.filter(
    (path) => !/^\/\/ Full form: .{20,}\. Default: .{10,}$/.test(readFileSync(path, 'utf8').split('\n')[0]!),
  )
  expect(wrong).toEqual([])
})

test('the tests that stand in for it in the default are there, and none of them belongs to the full form', () => {
  const named = files.filter(isOfFullForm).flatMap((path) =>
    [
      ...readFileSync(path, 'utf8')
        .split('\n')[0]!
        .matchAll(/\S+\.test\.tsx?/g),
    ].map(([name]) => name),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !files.includes(name) || isOfFullForm(name))).toEqual([])
})

test('the two forms leave nothing else out: no name is nearly that of the full form', () => {
  expect(files.filter((path) => /[.-]full[.-].*test\.tsx?$/.test(path) && !isOfFullForm(path))).toEqual([])
})

test('a test that is left out says why: the check prints it', () => {
  const wrong = files
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => /\b(it|test|describe)\.(skip|skipIf|runIf|todo)\b/.test(readFileSync(path, 'utf8')))
  expect(wrong).toEqual([])
})
