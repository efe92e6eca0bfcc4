// npm run migration -- add-product-brand
// Writes the next migration: what prisma/schema has that the migrations have not, and every function, trigger, policy and right whose
// file beside its caller says another thing than they do. An index on a table that is there gets a migration of its own, built beside the work.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'
import { prismaEnvironment, prismaProgram } from '../prisma.mjs'
import { compareWithFiles, objectKeyOf, tryObjects } from './apply.mjs'
import { MIGRATIONS, listMigrationNames, listObjects, sqlOf } from './files.mjs'
import { withScratch } from './scratch.mjs'
import { splitStatements } from './statements.mjs'

async function main([name]) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Error('Use: npm run migration -- add-product-brand (small letters and hyphens)')
  const { tables, indexes, objects } = await withScratch(readChanges)
  const scripts = [...(tables || objects ? [`${[tables, objects].filter(Boolean).join('\n\n')}\n`] : []), ...indexes]
  if (scripts.length === 0) return console.log('The migrations say all that prisma/schema and the SQL files say.')
  for (const [at, script] of scripts.entries()) {
    const folder = join(MIGRATIONS, `${nextStamp(at)}_${name.replaceAll('-', '_')}${at > 0 ? `_${at + 1}` : ''}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'migration.sql'), script)
    console.log(`written: ${folder.slice(root.length + 1)}/migration.sql`)
  }
  const left = await withScratch(async (client, url) => [
    ...(await compareWithFiles(client)),
    ...splitStatements(diffOf(url)).map(({ sql }) => sql),
  ])
  if (left.length > 0) throw new Error(`These the migration does not bring about:\n${left.join('\n')}`)
  console.log(
    'Read it: a column that rows are to fill, or a step that the build before needs, is added by hand (docs/database.md).',
  )
}

/** Later than every migration that there is, also where its day has not come here. */
function nextStamp(at) {
  const now = new Date(Date.now() + at * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
  const last = listMigrationNames().at(-1)?.slice(0, 14) ?? ''
  return last < now ? now : String(BigInt(last) + 1n)
}

async function readChanges(client, url) {
  const statements = splitStatements(diffOf(url))
  const made = new Set(statements.map(({ sql }) => /^CREATE TABLE "?(\w+)/.exec(sql)?.[1]))
  const isBeside = ({ sql }) =>
    /^DROP INDEX/.test(sql) || (/^CREATE (UNIQUE )?INDEX/.test(sql) && !made.has(/ ON "?(\w+)/.exec(sql)[1]))
  for (const { sql } of statements) await client.query(sql)
  return {
    tables: statements
      .filter((one) => !isBeside(one))
      .map(({ sql }) => sql)
      .join('\n\n'),
    indexes: statements.filter(isBeside).map(({ sql }) => `-- no transaction\n${beside(sql)}\n`),
    objects: await readObjectChanges(client),
  }
}

const beside = (sql) =>
  sql
    .replace(/^CREATE (UNIQUE )?INDEX /, (all) => `${all}CONCURRENTLY IF NOT EXISTS `)
    .replace(/^DROP INDEX /, 'DROP INDEX CONCURRENTLY IF EXISTS ')

function diffOf(url) {
  const words = ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema', '--script']
  const { status, stdout, stderr } = spawnSync(process.execPath, [prismaProgram(), ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...prismaEnvironment, DATABASE_OWNER_URL: url },
  })
  if (status !== 0) throw new Error(`Prisma cannot compare prisma/schema with the migrations:\n${stdout}${stderr}`)
  return stdout
}

async function readObjectChanges(client) {
  const objects = listObjects()
  const { before, after, changed, unmade, failed, replaced } = await tryObjects(client, objects)
  if (failed.size > 0)
    throw new Error([...failed].map(([key, error]) => `${key} cannot be made: ${error.message}`).join('\n'))
  const keys = new Set(changed.map((key) => objectKeyOf(key, before)))
  const lost = changed.filter((key) => !objects.some((one) => one.key === objectKeyOf(key, before)))
  const withoutFile = lost.filter((key) => /^(table|column|sequence) /.test(key))
  if (withoutFile.length > 0)
    throw new Error(
      `No policies.sql speaks of these tables: ${[...new Set(withoutFile.map((key) => objectKeyOf(key, before).slice(6)))].join(', ')}`,
    )
  const drops = [
    ...lost
      .filter((key) => !after.has(key))
      .map((key) => `DROP ${key.replace(/^(\w+)/, (kind) => `${kind.toUpperCase()} IF EXISTS`)};`),
    ...unmade.map((key) => `DROP FUNCTION IF EXISTS ${key.slice('function '.length)};`),
    ...replaced.map(({ drop }) => drop),
    ...changed.flatMap((key) => listLostRights(key, before.get(key), after.get(key))),
  ]
  const parts = objects.filter((one) => keys.has(one.key)).map((one) => `-- from ${one.path}\n${sqlOf(one)}`)
  const isMade = objects.some((one) => one.kind === 'function' && keys.has(one.key))
  return [drops.join('\n'), isMade && 'SET LOCAL check_function_bodies = off;', ...parts].filter(Boolean).join('\n\n')
}

/** Listed by themselves: REVOKE ALL and GRANT do not show which right was lost, and the build before may need it. */
function listLostRights(key, before = '', after = '') {
  if (!after) return []
  const kind = key.slice(0, key.indexOf(' '))
  const name = key.slice(key.indexOf(' ') + 1)
  const rightsIn = (text) => [...text.matchAll(/\b(mascate_\w+)=([A-Z]+)/g)]
  const kept = new Set(rightsIn(after).map(([right]) => right))
  return rightsIn(before)
    .filter(([right]) => !kept.has(right))
    .map(([, role, right]) => {
      if (kind === 'column') return `REVOKE ${right} (${name.split('.')[1]}) ON ${name.split('.')[0]} FROM ${role};`
      return `REVOKE ${right} ON ${kind.toUpperCase()} ${name} FROM ${role};`
    })
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
