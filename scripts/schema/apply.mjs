// Applies the files to a database, and tells which objects are another there.
import { compareCatalogues, readCatalogue } from './catalogue.mjs'
import { listObjects, sqlOf } from './files.mjs'

/** Another result or argument's name, or other arguments, so that there would be two: such a function has to go before it is made again. */
const HAS_TO_GO = ['42P13', '42725']

/** The mark of a function that no file has made since: none has such a cost. */
const NO_FILE = 424242

/** Drops every object of the files first, so that a missing one is noticed. */
const DROP_OBJECTS = `
  do $$ declare o record; begin
    for o in select t.tgname, t.tgrelid::regclass as rel from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace loop
      execute format('drop trigger %I on %s', o.tgname, o.rel);
    end loop;
    for o in select p.polname, p.polrelid::regclass as rel from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace loop
      execute format('drop policy %I on %s', o.polname, o.rel);
    end loop;
    for o in select c.oid::regclass as rel from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations' loop
      execute format('alter table %s disable row level security, no force row level security', o.rel);
      execute format('revoke all on %s from public, mascate_app, mascate_worker', o.rel);
    end loop;
    revoke all on all sequences in schema public from public, mascate_app, mascate_worker;
    for o in select p.oid::regprocedure as fun, p.proowner <> (select r.oid from pg_roles r where r.rolname = current_user) as foreign_owner from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') loop
      if o.foreign_owner then execute format('alter function %s owner to current_user', o.fun); end if;
      execute format('revoke all on function %s from mascate_app, mascate_worker', o.fun);
      execute format('grant execute on function %s to public', o.fun);
      execute format('alter function %s cost ${NO_FILE}', o.fun);
    end loop;
  end $$`

/**
 * Within the open transaction: creates every object of the files again. Answers those that had to be dropped before,
 * and why one failed.
 */
export async function applyObjects(client, objects, { fromNothing = false } = {}) {
  const failed = new Map()
  const replaced = []
  await client.query('set local check_function_bodies = off')
  if (fromNothing) await client.query(DROP_OBJECTS)
  const run = async (sql) => {
    await client.query('savepoint one')
    try {
      await client.query(sql)
      await client.query('release savepoint one')
      return null
    } catch (error) {
      await client.query('rollback to savepoint one')
      return error
    }
  }
  // All at once where nothing stands in the way, since each round trip takes longer than what it asks.
  if (await run(objects.map(sqlOf).join('\n'))) await applyEach(client, objects, run, { failed, replaced })
  // The functions that a body calls exist by now, so the bodies are checked too.
  await client.query('set local check_function_bodies = on')
  const made = objects.filter(({ kind, key }) => kind === 'function' && !failed.has(key))
  if (await run(made.map(sqlOf).join('\n'))) await applyEach(client, made, run, { failed, replaced })
  return { failed, replaced }
}

async function applyEach(client, objects, run, { failed, replaced }) {
  for (const object of objects) {
    let error = await run(sqlOf(object))
    if (HAS_TO_GO.includes(error?.code) && object.kind === 'function') {
      const drop = await writeDrops(client, object.name)
      error = await run(`${drop}\n${sqlOf(object)}`)
      if (!error) replaced.push({ key: object.key, drop })
    }
    if (error) failed.set(object.key, error)
  }
}

/** The statements that drop a function under all its arguments. */
async function writeDrops(client, name) {
  const { rows } = await client.query(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = $1`,
    [name],
  )
  return rows.map((one) => `DROP FUNCTION IF EXISTS ${one.name};`).join('\n')
}

/**
 * The changes that the files would make in a database, rolled back. `changed` are keys of the catalogue, `unmade` its
 * functions that no file makes, `replaced` those that have to be dropped before, `failed` objects with their error.
 */
export async function tryObjects(client, objects) {
  const before = await readCatalogue(client)
  await client.query('begin')
  try {
    const { failed, replaced } = await applyObjects(client, objects, { fromNothing: true })
    const after = await readCatalogue(client)
    const unmade = [...after].filter(([, text]) => text.includes(`\ncost ${NO_FILE} `)).map(([key]) => key)
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => before.get(key) !== after.get(key),
    )
    return { before, after, changed: changed.filter((key) => !unmade.includes(key)), unmade, failed, replaced }
  } finally {
    await client.query('rollback')
  }
}

/** Where a database and the files part, a sentence each. `names` says how the two are called. */
export async function compareWithFiles(client, names = ['the database', 'the files'], objects = listObjects()) {
  const { before, after, unmade, failed } = await tryObjects(client, objects)
  for (const key of unmade) after.set(key, before.get(key))
  return [
    ...compareCatalogues(before, after, names),
    ...unmade.map((key) => `${key}: no file holds it`),
    ...[...failed].map(([key, error]) => `${key}: its file cannot be applied: ${error.message}`),
  ]
}

/** The key of the object in whose statements something of the catalogue is said. */
export function objectKeyOf(key, catalogue) {
  const kind = key.slice(0, key.indexOf(' '))
  if (kind === 'function') return `function ${nameIn(key)}`
  if (kind === 'column' || kind === 'table') return `table ${nameIn(key)}`
  if (kind === 'sequence') return `table ${tableOfSequence(key, catalogue)}`
  return key
}

function tableOfSequence(key, catalogue) {
  const column = [...catalogue].find(([, text]) => text.includes(`nextval('${nameIn(key)}'::regclass)`))
  return column ? nameIn(column[0]) : ''
}

/** The object's own name in a key of a catalogue. */
export const nameIn = (key) => /^\w+ ([^\s(.]+)/.exec(key)[1]
