// Where the file of a new function or table belongs: beside what calls it, as far as the sources tell.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../data-folder.mjs'
import { groupBy, sqlOf } from './files.mjs'

const isCaller = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^lib\/(testing|generated)\//.test(path)
/** They call what belongs to others. */
const GUESTS = /^lib\/(worker|insight\/data-checks|sandbox|core\/telemetry)(\/|$)/

let sources
const listSources = () => {
  const walk = (path) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? walk(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
  return (sources ??= walk('lib')
    .filter(isCaller)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
}

const mostOften = (folders) =>
  [...groupBy(folders, (folder) => folder)].toSorted((a, b) => b[1].length - a[1].length)[0]?.[0]

/** The folder that speaks of a table or calls a function most; that of the SQL that does where no TypeScript does. */
export function findHome(name, files) {
  const spoken = new RegExp(
    `(?<![\\w.])("?${name}"?|${name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())})(?!\\w)`,
  )
  const folders = listSources().flatMap(({ path, text }) => (spoken.test(text) ? [dirname(path)] : []))
  const own = folders.filter((folder) => !GUESTS.test(`${folder}/`))
  const bySql = files
    .filter(({ objects }) => objects.some((one) => one.name !== name && spoken.test(sqlOf(one))))
    .map(({ path }) => dirname(path))
  return mostOften(own) ?? mostOften(bySql) ?? mostOften(folders) ?? 'lib'
}
