// Applies the files to a database, and tells which objects are another there.
import { compareCatalogues, readCatalogue } from './catalogue.mjs'
import { listObjects, sqlOf } from './files.mjs'

/** Another result, another name of an argument: such a function has to go before it can be made again. */
const CANNOT_REPLACE = '42P13'

/** What the files are to say is taken away, so that what they do not say is missed. */
const FORGET = `
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
    end loop;
  end $$`

/** In the transaction that is open: every object of the files, made anew. Answers those that had to be dropped before, and why one failed. */
export async function applyObjects(client, objects, { fromNothing = false } = {}) {
  const failed = new Map()
  const replaced = []
  await client.query('set local check_function_bodies = off')
  if (fromNothing) await client.query(FORGET)
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
  if (!(await run(objects.map(sqlOf).join('\n')))) return { failed, replaced }
  for (const object of objects) {
    let error = await run(sqlOf(object))
    if (error?.code === CANNOT_REPLACE && object.kind === 'function') {
      const drop = await writeDrops(client, object.name)
      error = await run(`${drop}\n${sqlOf(object)}`)
      if (!error) replaced.push({ key: object.key, drop })
    }
    if (error) failed.set(object.key, error)
  }
  return { failed, replaced }
}

/** The statements that drop a function under all its arguments. */
async function writeDrops(client, name) {
  const { rows } = await client.query(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = $1`,
    [name],
  )
  return rows.map((one) => `DROP FUNCTION ${one.name};`).join('\n')
}

/** Where a database and the files part; nothing of it stays. `names` says how the two are called. */
export async function compareWithFiles(client, names = ['the database', 'the files'], objects = listObjects()) {
  const before = await readCatalogue(client)
  await client.query('begin')
  try {
    const { failed } = await applyObjects(client, objects, { fromNothing: true })
    const after = await readCatalogue(client)
    const known = new Set(objects.filter(({ kind }) => kind === 'function').map(({ name }) => name))
    const without = [...before.keys()]
      .filter((key) => key.startsWith('function ') && !known.has(nameIn(key)))
      .map((key) => `${key}: no file holds it`)
    return [
      ...compareCatalogues(before, after, names),
      ...without,
      ...[...failed].map(([key, error]) => `${key}: its file cannot be applied: ${error.message}`),
    ]
  } finally {
    await client.query('rollback')
  }
}

/** The object's own name in a key of a catalogue. */
export const nameIn = (key) => /^\w+ ([^\s(.]+)/.exec(key)[1]
