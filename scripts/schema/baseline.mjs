// Writes the migration that makes an empty database what another one is: tables from its catalogue, the rest from the files.
import { sqlOf } from './files.mjs'
import { shorten } from './render.mjs'

const HEAD = `-- The whole schema in one step. Made by "npm run schema:fold" from prisma/schema's tables as the migrations left them and from the
-- SQL files beside their callers (lib/**/*.sql), where a function is read and changed. Nobody edits this file.

DO $$
BEGIN
  IF to_regclass('public.organization') IS NOT NULL THEN
    RAISE EXCEPTION 'This database was made before 0_baseline and cannot be brought up to it. Nothing was changed.' USING HINT =
      'Download what each company has with the version that made it, then start this version on an empty database: docs/operations.md, "A database of before".';
  END IF;
END $$;

-- As npm start makes them, which then gives them their passwords.
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['mascate_app', 'mascate_worker'] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = r);
    EXECUTE format('CREATE ROLE %I LOGIN', r);
    EXECUTE format('COMMENT ON ROLE %I IS %L', r, 'Made by 0_baseline, without a password.');
    -- The owner gives the worker some functions, so it has to be able to become it.
    IF r = 'mascate_worker' THEN EXECUTE format('GRANT %I TO %I', r, current_user); END IF;
  END LOOP;
END $$;

SET LOCAL check_function_bodies = off;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
GRANT USAGE ON SCHEMA public TO mascate_app, mascate_worker;`

const TYPES = `
  select format(case t.typtype when 'e' then 'CREATE TYPE %I AS ENUM (%s);' else 'CREATE TYPE %I AS (%s);' end, t.typname, case t.typtype
    when 'e' then (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
    else (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0) end) as sql
  from pg_type t where t.typnamespace = 'public'::regnamespace and (t.typtype = 'e' or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  order by t.typtype desc, t.typname`

const TABLES = `
  select format(E'CREATE%s TABLE %I (\\n%s\\n);', case c.relpersistence when 'u' then ' UNLOGGED' else '' end, c.relname, concat_ws(E',\\n',
    (select string_agg('  ' || concat_ws(' ', quote_ident(a.attname),
        case when s.oid is not null then 'bigserial' else format_type(a.atttypid, a.atttypmod) end,
        case when a.attnotnull then 'NOT NULL' end,
        case when a.attgenerated <> '' then format('GENERATED ALWAYS AS (%s) %s', pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 's' then 'STORED' else 'VIRTUAL' end)
          when s.oid is null then 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) end), E',\\n' order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_class s on s.relkind = 'S' and s.oid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    (select string_agg(format('  CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), E',\\n' order by k.contype = 'c', k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype not in ('f', 'n')))) as sql
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations' order by c.relname`

const INDEXES = `
  select replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON ') || ';' as sql
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and c.relname <> '_prisma_migrations'
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')) order by c.relname, x.relname`

const FOREIGN_KEYS = `
  select format(E'ALTER TABLE %I%s;', c.relname, string_agg(format(E'\\n  ADD CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), ',' order by k.conname)) as sql
  from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`

const VIEWS = `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'p')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const NEED_TABLES = `
  select distinct p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and exists (
    select from pg_type t join pg_class c on c.oid = t.typrelid where c.relkind = 'r' and t.oid = any (p.proargtypes::oid[] || p.prorettype))`

/** The server writes BETWEEN as two comparisons, and reads two beside others as one list with them, which is not the same text. */
const withBetween = (sql) => sql.replace(/\(\((\w+) >= (\d+)\) AND \(\1 <= (\d+)\)\)/g, '($1 BETWEEN $2 AND $3)')

/** Nothing was there before: no policy to be dropped, no right to be taken. */
const madeOnce = (sql) => sql.replace(/^(?:DROP POLICY IF EXISTS|REVOKE ALL ON) [^;]*;(?:\n|$)/gm, '').trim()

export async function writeBaseline(client, objects) {
  const { rows: views } = await client.query(VIEWS)
  if (views.length > 0)
    throw new Error(
      `A view or a partitioned table is more than the baseline can write: ${views.map(({ name }) => name).join(', ')}`,
    )
  const list = async (query) => (await client.query(query)).rows.map(({ sql }) => sql)
  const needing = new Set((await client.query(NEED_TABLES)).rows.map(({ name }) => name))
  const functions = objects.filter(({ kind }) => kind === 'function')
  // A body that is compiled as it is made needs what it calls.
  const isCompiled = (object) => !/\bAS \$/.test(sqlOf(object))
  const early = functions.filter((one) => !needing.has(one.name))
  const text = (some) =>
    [...some.filter((one) => !isCompiled(one)), ...inOrder(some.filter(isCompiled))].map(sqlOf).join('\n\n')
  const parts = [
    HEAD,
    (await list(TYPES)).join('\n'),
    text(early),
    (await list(TABLES)).map((sql) => shorten(withBetween(sql))).join('\n\n'),
    (await list(INDEXES)).join('\n'),
    (await list(FOREIGN_KEYS)).join('\n'),
    text(functions.filter((one) => needing.has(one.name))),
    objects
      .filter(({ kind }) => kind === 'trigger')
      .map(sqlOf)
      .join('\n'),
    objects
      .filter(({ kind }) => ['table', 'policy'].includes(kind))
      .toSorted((a, b) => tableOf(a).localeCompare(tableOf(b)) || (a.kind === 'policy') - (b.kind === 'policy'))
      .map((one) => madeOnce(sqlOf(one)))
      .filter(Boolean)
      .join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const tableOf = ({ kind, name, table }) => (kind === 'table' ? name : table)

/** Those first that others call. */
function inOrder(objects) {
  const calls = (one, other) => one !== other && new RegExp(`\\b${other.name}\\(`).test(sqlOf(one))
  const sorted = []
  const add = (one) => {
    if (sorted.includes(one)) return
    for (const other of objects) if (calls(one, other)) add(other)
    sorted.push(one)
  }
  objects.forEach(add)
  return sorted
}
