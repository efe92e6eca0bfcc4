// The head of each SQL function file names its callers: `node scripts/schema/sql-callers.mjs` writes what has changed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../data-folder.mjs'

const MOST_NAMED = 12
const LINE = 138
const listed = String.raw`[\w./-]+(?:(?:, | and )[\w./-]+)*`
const sentences = new RegExp(String.raw`(?:(?:Called|In SQL) by ${listed}\. ?|Called in many places\. ?)+`)

const isCaller = (name) =>
  /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.|^lib\/(testing|sandbox|generated)\/|^scripts\/(guards|schema)\//.test(name)

const list = () =>
  ['lib', 'app', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .sort(),
  )
const textOf = (name) => readFileSync(join(root, name), 'utf8')
const readObjects = () =>
  list()
    .filter((name) => name.startsWith('lib/') && name.endsWith('.sql'))
    .map((name) => readObject(name, textOf(name)))

/** Each file of SQL functions with its head as it stands and as it should be. */
export function readHeads() {
  const programs = list()
    .filter(isCaller)
    .map((path) => ({ path, calls: callsOf(textOf(path)) }))
  const objects = readObjects()
  return objects
    .filter(({ functions, isTrigger }) => functions.length > 0 && !isTrigger)
    .map(({ name, head, functions }) => {
      const isCalledIn = ({ calls }) => functions.some((called) => calls.has(called))
      const inPrograms = programs.filter(isCalledIn).map(({ path }) => path)
      const inSql = objects
        .filter((other) => other.name !== name && isCalledIn(other))
        .flatMap((other) => other.functions)
      return { name, head, wanted: withCallers(head, inPrograms, inSql) }
    })
}

const callsOf = (text) => new Set([...text.matchAll(/\b(\w+)\s*\(/g)].map(([, called]) => called))

const AREAS = ['core', 'identity', 'catalog', 'sales', 'money', 'connect', 'insight', 'assist', 'worker']
const areaOf = (name) => AREAS.indexOf(name.split('/')[1])

/** The calls from a SQL function to one of a later area, as the rule of folders names them: `from` and `to`. */
export function readWrongCalls() {
  const objects = readObjects().filter(({ name }) => areaOf(name) >= 0)
  return objects.flatMap((from) =>
    objects
      .filter((to) => areaOf(to.name) > areaOf(from.name) && to.functions.some((called) => from.calls.has(called)))
      .map((to) => ({ from: from.name, to: to.name })),
  )
}

function readObject(name, text) {
  const lines = text.split('\n')
  const head = lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('--')),
    )
    .join('\n')
  const body = text.replace(/^\s*--.*$/gm, '')
  const functions = [...body.matchAll(/CREATE OR REPLACE FUNCTION (\w+)\s*\(/g)].map(([, found]) => found)
  return { name, head, functions, calls: callsOf(body), isTrigger: /RETURNS (event_)?trigger\b/.test(body) }
}

function withCallers(head, inPrograms, inSql) {
  if (inPrograms.length + inSql.length === 0) return head
  const said =
    inPrograms.length + inSql.length > MOST_NAMED
      ? 'Called in many places.'
      : [
          ...(inPrograms.length > 0 ? [`Called by ${inPrograms.join(', ')}.`] : []),
          ...(inSql.length > 0 ? [`In SQL by ${inSql.join(', ')}.`] : []),
        ].join(' ')
  const text = head.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ')
  const rest = text.replace(sentences, '').trim()
  const wanted = `${said} ${rest}`.trim()
  const found = sentences.exec(text)?.[0].trim()
  return found === said ? head : wrap(wanted)
}

function wrap(text) {
  const lines = ['--']
  for (const word of text.split(' ')) {
    if (lines.at(-1).length + word.length + 1 > LINE && lines.at(-1) !== '--') lines.push('--')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { name, head, wanted } of readHeads()) {
    if (head === wanted) continue
    const path = join(root, name)
    writeFileSync(
      path,
      head === '' ? `${wanted}\n${readFileSync(path, 'utf8')}` : readFileSync(path, 'utf8').replace(head, () => wanted),
    )
    console.log(name)
  }
