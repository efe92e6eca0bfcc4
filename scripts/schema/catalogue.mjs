// The objects of a database, one by one, as texts that two databases can be compared by. Rows are no part of it.

/** The owner of the schema may be called anything; the three other roles have fixed names. */
const OWNER = 'OWNER'

const ROLE = (oid) => `(case when ${oid} = (select owner from me) then '${OWNER}' else ${oid}::regrole::text end)`

/** Rights as sorted words, those that an object has by default written out as well. */
const rights = (acl, kind, owner) => `(
  select string_agg(format('%s=%s%s', case a.grantee when 0 then 'PUBLIC' else ${ROLE('a.grantee')} end, a.privilege_type,
    case when a.is_grantable then '*' else '' end), ' ' order by case a.grantee when 0 then 'PUBLIC' else ${ROLE('a.grantee')} end, a.privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a)`

const CATALOGUE = `
  with me as (select r.oid as owner from pg_roles r where r.rolname = current_user),
  space as (select 'public'::regnamespace::oid as id),
  own as (
    select c.* from pg_class c, space where c.relnamespace = space.id and c.relname not like '\\_prisma\\_migrations%'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')),
  code as (
    select p.* from pg_proc p, space where p.pronamespace = space.id
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'))
  select 'extension' as kind, e.extname::text as name, format('version %s in %s', e.extversion, e.extnamespace::regnamespace) as text from pg_extension e
  union all
  select 'schema', n.nspname::text, format('rights %s', ${rights('n.nspacl', 'n', 'n.nspowner')}) from pg_namespace n, space where n.oid = space.id
  union all
  select 'default right', format('%s %s', coalesce(d.defaclnamespace::regnamespace::text, 'everywhere'), d.defaclobjtype),
    format('%s %s', ${ROLE('d.defaclrole')}, d.defaclacl) from pg_default_acl d
  union all
  select 'type', t.typname::text, case t.typtype
    when 'e' then 'enum ' || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
    when 'c' then 'row ' || (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)
    else format('%s %s not null %s default %s', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault) end
    || format(' owner %s rights %s', ${ROLE('t.typowner')}, ${rights('t.typacl', 'T', 't.typowner')})
  from pg_type t, space where t.typnamespace = space.id and t.typtype in ('e', 'c', 'd', 'r')
    and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  union all
  select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end, c.relname::text,
    format('kind %s persistence %s options %s owner %s rights %s row security %s forced %s', c.relkind, c.relpersistence, c.reloptions,
      ${ROLE('c.relowner')}, ${rights('c.relacl', 'r', 'c.relowner')}, c.relrowsecurity, c.relforcerowsecurity)
    || coalesce((select format(' %s from %s by %s to %s cache %s cycle %s', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqcache,
      s.seqcycle) from pg_sequence s where s.seqrelid = c.oid), '')
    || coalesce(' as ' || case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end, '')
  from own c where c.relkind in ('r', 'p', 'S', 'v', 'm')
  union all
  select 'column', format('%s.%s', c.relname, a.attname), format('place %s %s not null %s default %s identity %s generated %s collation %s rights %s',
    row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
    a.attidentity, a.attgenerated, nullif(a.attcollation, t.typcollation)::regcollation,
    (select string_agg(format('%s=%s', ${ROLE('x.grantee')}, x.privilege_type), ' ' order by ${ROLE('x.grantee')}, x.privilege_type) from aclexplode(a.attacl) x))
  from own c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p', 'v', 'm')
  union all
  select 'constraint', format('%s on %s', k.conname, c.relname), format('%s valid %s', pg_get_constraintdef(k.oid), k.convalidated)
  from pg_constraint k join own c on c.oid = k.conrelid where k.contype <> 'n'
  union all
  select 'index', x.relname::text, format('%s valid %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
  from pg_index i join own c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  union all
  select 'function', format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)),
    format(E'%s\\ncost %s rows %s owner %s rights %s', pg_get_functiondef(p.oid), p.procost, p.prorows, ${ROLE('p.proowner')}, ${rights('p.proacl', 'f', 'p.proowner')})
  from code p where p.prokind in ('f', 'p')
  union all
  select 'trigger', format('%s on %s', t.tgname, c.relname), format('%s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
  from pg_trigger t join own c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select 'policy', format('%s on %s', p.polname, c.relname), format('%s %s to %s using %s check %s', case when p.polpermissive then 'permissive'
    else 'restrictive' end, p.polcmd, (select string_agg(case r.role when 0 then 'PUBLIC' else ${ROLE('r.role')} end, ', ' order by 1) from unnest(p.polroles) r(role)),
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p join own c on c.oid = p.polrelid
  union all
  select 'comment', format('%s %s', c.relname, d.objsubid), d.description from pg_description d join own c on d.classoid = 'pg_class'::regclass and d.objoid = c.oid
  union all
  select 'comment', p.proname::text, d.description from pg_description d join code p on d.classoid = 'pg_proc'::regclass and d.objoid = p.oid`

/** Every object of the schema `public` under its kind and name, read as the owner of the schema. */
export async function readCatalogue(client) {
  const before = (await client.query('show search_path')).rows[0].search_path
  await client.query('set search_path = public')
  const { rows } = await client.query(CATALOGUE)
  await client.query(`select set_config('search_path', $1, false)`, [before])
  return new Map(rows.map(({ kind, name, text }) => [`${kind} ${name}`, text]))
}

/** The differences between two catalogues, a sentence each; empty where they are the same. */
export function compareCatalogues(one, other, names = ['the first', 'the second']) {
  const differences = []
  for (const key of [...new Set([...one.keys(), ...other.keys()])].toSorted()) {
    const [a, b] = [one.get(key), other.get(key)]
    if (a === b) continue
    if (a === undefined || b === undefined) differences.push(`${key}: only ${names[a === undefined ? 1 : 0]} has it`)
    else differences.push(`${key}: ${describeDifference(a, b, names)}`)
  }
  return differences
}

/** The first line that is another, in both. */
function describeDifference(a, b, names) {
  const [left, right] = [a.split('\n'), b.split('\n')]
  const at = left.findIndex((line, i) => line !== right[i])
  const i = at < 0 ? left.length : at
  return `${names[0]} has "${left[i] ?? ''}", ${names[1]} has "${right[i] ?? ''}"`
}
