// npm run schema:fold
// Takes every migration into the SQL files and into the baseline: builds a database by prisma/migrations, rewrites the files whose objects
// are another there, writes 0_baseline, builds a second database by it alone, and compares the two. Only where nothing differs are the other
// migrations removed; `-- --keep` leaves them. For migrations that have not landed: one that was applied where there is data stays.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../data-folder.mjs'
import { objectKeyOf, tryObjects } from './apply.mjs'
import { writeBaseline } from './baseline.mjs'
import { compareCatalogues, readCatalogue } from './catalogue.mjs'
import { BASELINE, MIGRATIONS, groupBy, listMigrationNames, listObjects, readObjectFiles } from './files.mjs'
import { findHome } from './place.mjs'
import { listAccess, listFunctions, listTriggers, renderAccess, renderFunction, renderTrigger } from './render.mjs'
import { withScratch } from './scratch.mjs'
import { keyOf, splitStatements } from './statements.mjs'

async function main(keep) {
  const before = await withScratch(async (client) => {
    await client.query('set search_path = public')
    await refuseRows(client)
    await writeFiles(client)
    writeFileSync(join(root, 'prisma/baseline.draft.sql'), await writeBaseline(client, listObjects()))
    return readCatalogue(client)
  })
  const folder = mkdtempSync(join(tmpdir(), 'mascate-baseline-'))
  mkdirSync(join(folder, BASELINE))
  writeFileSync(join(folder, BASELINE, 'migration.sql'), readFileSync(join(root, 'prisma/baseline.draft.sql')))
  const after = await withScratch(readCatalogue, { folder })
  const differences = compareCatalogues(before, after, ['the migrations', 'the baseline'])
  for (const line of differences) console.log(line)
  console.log(
    `${before.size} objects by the migrations, ${after.size} by the baseline, ${differences.length} differences`,
  )
  if (differences.length > 0) throw new Error('Nothing was removed; the baseline is in prisma/baseline.draft.sql.')
  mkdirSync(join(MIGRATIONS, BASELINE), { recursive: true })
  writeFileSync(join(MIGRATIONS, BASELINE, 'migration.sql'), readFileSync(join(root, 'prisma/baseline.draft.sql')))
  rmSync(join(root, 'prisma/baseline.draft.sql'))
  rmSync(folder, { recursive: true })
  if (keep) return
  for (const name of listMigrationNames().filter((name) => name !== BASELINE)) {
    rmSync(join(MIGRATIONS, name), { recursive: true })
    console.log(`${name} stands in the baseline now`)
  }
}

/** A baseline holds no rows: what a migration inserts would be lost. */
async function refuseRows(client) {
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'`,
  )
  for (const { name } of rows)
    if ((await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)).rowCount > 0)
      throw new Error(`The migrations insert rows into ${name}, which a baseline made from the catalogue would lose.`)
}

/** The comment above a function in the newest of its migrations, for the head of its file. */
function commentOf(name) {
  const making = new RegExp(`^CREATE (?:OR REPLACE )?FUNCTION "?${name}"?\\s*\\(`, 'i')
  const match = listMigrationNames()
    .filter((migration) => migration !== BASELINE)
    .flatMap((migration) => splitStatements(readFileSync(join(MIGRATIONS, migration, 'migration.sql'), 'utf8')))
    .findLast(({ sql }) => making.test(sql))
  const block = match?.comments.split(/\n\s*\n/).at(-1)
  return block ? `${block}\n` : ''
}

/** Brings the files to what the database says, and leaves those alone that say the same in other words. */
async function writeFiles(client) {
  const functions = groupBy(await listFunctions(client), ({ name }) => name)
  const triggers = await listTriggers(client)
  const access = await listAccess(client)
  const files = readObjectFiles()
  const changed = await listChanged(client, files)
  const pathOf = (key) => files.find(({ objects }) => objects.some((one) => one.key === key))?.path
  const texts = new Map()
  const wanted = new Set()

  for (const [name, overloads] of functions) {
    const path = pathOf(`function ${name}`) ?? `${findHome(name, files)}/${name.replaceAll('_', '-')}.sql`
    const own = triggers.filter(({ function: called }) => overloads.some(({ oid }) => oid === called))
    const keys = [
      `function ${name}`,
      ...own.map(({ name: trigger, table }) => keyOf({ kind: 'trigger', name: trigger, table })),
    ]
    wanted.add(path)
    const known = files.find((file) => file.path === path)
    const hasOthers = known?.objects.some(({ key, kind }) => kind === 'trigger' && !keys.includes(key))
    if (known && !hasOthers && keys.every((key) => !changed.has(key) && known.objects.some((one) => one.key === key)))
      continue
    const parts = [overloads.map(renderFunction).join('\n\n'), own.map(renderTrigger).join('\n')].filter(Boolean)
    texts.set(path, `${known?.header ?? commentOf(name)}${parts.join('\n\n')}\n`)
  }

  const blocks = new Map()
  for (const one of access) {
    const home = files.find(({ objects }) =>
      objects.some((object) => object.kind === 'table' && object.name === one.table),
    )
    const path = home?.path ?? `${findHome(one.table, files)}/policies.sql`
    wanted.add(path)
    const objects =
      home?.objects.filter((object) => (object.kind === 'table' ? object.name : object.table) === one.table) ?? []
    const keys = [
      `table ${one.table}`,
      ...one.policies.map(({ name }) => keyOf({ kind: 'policy', name, table: one.table })),
    ]
    const isSame =
      objects.length === keys.length &&
      keys.every((key) => !changed.has(key) && objects.some((object) => object.key === key))
    blocks.set(path, [
      ...(blocks.get(path) ?? []),
      { isSame, text: isSame ? objects.map(withComments).join('\n') : renderAccess(one) },
    ])
  }
  for (const [path, all] of blocks) {
    const known = files.find((file) => file.path === path)
    const tables = new Set(known?.objects.map(({ kind, name, table }) => (kind === 'table' ? name : table)))
    if (known && all.every(({ isSame }) => isSame) && tables.size === all.length) continue
    texts.set(path, `${known?.header ?? ''}${all.map(({ text }) => text).join('\n\n')}\n`)
  }

  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(
      `${files.some((file) => file.path === path) ? 'written again' : 'new, move it if it belongs elsewhere'}: ${path}`,
    )
  }
  for (const { path } of files.filter((file) => !wanted.has(file.path))) {
    rmSync(join(root, path))
    console.log(`gone: ${path}`)
  }
}

const withComments = ({ statements }, i) =>
  statements.map(({ comments, sql }, n) => (comments && (i > 0 || n > 0) ? `${comments}\n${sql}` : sql)).join('\n')

/** The objects of the files that are another in the database. */
async function listChanged(client, files) {
  const { before, changed, unmade, failed } = await tryObjects(client, listObjects(files))
  return new Set([...[...changed, ...unmade].map((key) => objectKeyOf(key, before)), ...failed.keys()])
}

await main(process.argv.includes('--keep')).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
