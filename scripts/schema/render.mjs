// Writes SQL from the catalogue of a database: what stands in the files beside the callers, and in the baseline.

const WIDTH = 140

export const ROLES = ['mascate_app', 'mascate_worker']
/** All but the owner, who would lose the right to its own function. */
const everybodyBut = (owner) => ['PUBLIC', ...ROLES].filter((role) => role !== owner).join(', ')
const EVERYBODY = everybodyBut()

const LONG_TYPES = [
  [/\btimestamp\((\d)\) with time zone/g, 'timestamptz($1)'],
  [/\btimestamp with time zone/g, 'timestamptz'],
  [/\bcharacter varying/g, 'varchar'],
]
/** Types by their usual names. */
export const shorten = (text) => LONG_TYPES.reduce((short, [pattern, word]) => short.replace(pattern, word), text)

/** A list between brackets, broken by its commas where the line would get too long. */
export function bracket(before, items, after) {
  const line = `${before}(${items.join(', ')})${after}`
  if (line.length <= WIDTH) return line
  const lines = ['']
  for (const item of items) {
    const longer = lines.at(-1) ? `${lines.at(-1)}, ${item}` : item
    if (longer.length > WIDTH - 4) lines.push(item)
    else lines[lines.length - 1] = longer
  }
  return `${before}(\n  ${lines.join(',\n  ')}\n)${after}`
}

/** By the commas that stand in no brackets and no strings. */
const splitList = (text) => (text ? text.split(/, (?=(?:[^']*'[^']*')*[^']*$)(?![^(]*\))/) : [])

const FUNCTIONS = `
  select p.oid::int, p.proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_identity_arguments(p.oid) as identity,
    pg_get_function_result(p.oid) as result, l.lanname as language, p.provolatile as volatility, p.proisstrict as strict, p.proparallel as parallel,
    p.prosecdef as definer, p.proleakproof as leakproof, p.procost as cost, p.prorows as rows, p.proretset as many, p.proconfig as config, p.prosrc as body,
    pg_get_function_sqlbody(p.oid) as written, p.proowner::regrole::text as owner, p.proowner = (select oid from pg_roles where rolname = current_user) as own,
    count(*) over (partition by p.proname) > 1 as overloaded, p.prorettype = 'trigger'::regtype as is_trigger,
    exists (select from pg_type t join pg_class c on c.oid = t.typrelid where c.relkind = 'r' and t.oid = any (p.proargtypes::oid[] || p.prorettype)) as needs_tables,
    (select jsonb_object_agg(case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end, a.privilege_type)
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as rights
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by 2, 3`

const TRIGGERS = `
  select t.tgname as name, c.relname as table, t.tgfoid::int as function, pg_get_triggerdef(t.oid) as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`

const ACCESS = `
  select c.relname as table, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    coalesce((select jsonb_agg(jsonb_build_object('name', p.polname, 'command', p.polcmd, 'using', pg_get_expr(p.polqual, p.polrelid), 'check',
      pg_get_expr(p.polwithcheck, p.polrelid), 'permissive', p.polpermissive, 'roles', (select jsonb_agg(case r.role when 0 then 'PUBLIC'
        when c.relowner then 'CURRENT_USER' else r.role::regrole::text end order by r.role::regrole::text) from unnest(p.polroles) r(role)))
      order by p.polname <> 'tenant', p.polname) from pg_policy p where p.polrelid = c.oid), '[]') as policies,
    (select jsonb_agg(jsonb_build_object('role', x.grantee::regrole::text, 'right', x.privilege_type, 'column', null)) from aclexplode(c.relacl) x where x.grantee <> c.relowner) as rights,
    (select jsonb_agg(jsonb_build_object('role', x.grantee::regrole::text, 'right', x.privilege_type, 'column', a.attname) order by a.attnum)
      from pg_attribute a cross join aclexplode(a.attacl) x where a.attrelid = c.oid) as columns,
    (select jsonb_agg(jsonb_build_object('name', s.relname, 'roles', (select jsonb_agg(x.grantee::regrole::text order by x.grantee::regrole::text)
        from aclexplode(s.relacl) x where x.grantee <> s.relowner and x.privilege_type = 'USAGE')) order by s.relname)
      from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' where d.refobjid = c.oid and d.deptype in ('a', 'i')) as sequences
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations' order by 1`

export const listFunctions = async (client) => (await client.query(FUNCTIONS)).rows
export const listTriggers = async (client) => (await client.query(TRIGGERS)).rows
export const listAccess = async (client) => (await client.query(ACCESS)).rows

const VOLATILITY = { i: 'IMMUTABLE', s: 'STABLE', v: '' }
const PARALLEL = { s: 'PARALLEL SAFE', r: 'PARALLEL RESTRICTED', u: '' }
const writeSetting = (one) => `SET ${one.slice(0, one.indexOf('='))} = ${one.slice(one.indexOf('=') + 1)}`

/** A function with what belongs to it: owner and rights. A file may say it otherwise as long as it comes to the same. */
export function renderFunction(one) {
  const words = [
    `LANGUAGE ${one.language}`,
    VOLATILITY[one.volatility],
    one.strict && 'STRICT',
    PARALLEL[one.parallel],
    one.leakproof && 'LEAKPROOF',
    one.definer && 'SECURITY DEFINER',
    one.cost !== 100 && one.language !== 'internal' && `COST ${one.cost}`,
    one.many && one.rows !== 1000 && `ROWS ${one.rows}`,
    ...(one.config ?? []).map(writeSetting),
  ].filter(Boolean)
  const result = shorten(one.result)
  const table = /^TABLE\((.*)\)$/s.exec(result)?.[1]
  const head = bracket(`CREATE OR REPLACE FUNCTION ${one.name}`, splitList(shorten(one.arguments)), '')
  const returns = table ? bracket('RETURNS TABLE ', splitList(table), '') : `RETURNS ${result}`
  const first =
    `${head} ${returns}`.includes('\n') || head.length + returns.length >= WIDTH
      ? `${head}\n${returns}`
      : `${head} ${returns}`
  const dollars = one.body.includes('$$') ? '$body$' : '$$'
  const body = one.written ?? `AS ${dollars}${one.body}${dollars}`
  return [`${first}\n${words.join(' ')} ${body};`, ...renderFunctionRights(one)].join('\n')
}

export const nameOf = (one) => (one.overloaded ? `${one.name}(${shorten(one.identity)})` : one.name)

function renderFunctionRights(one) {
  const name = nameOf(one)
  const granted = Object.keys(one.rights ?? {}).toSorted()
  const owned = one.own
    ? []
    : [
        '-- To own a function one must be allowed to make one, for the moment of becoming its owner.',
        'GRANT CREATE ON SCHEMA public TO mascate_worker;',
        `ALTER FUNCTION ${name} OWNER TO ${one.owner};`,
        'REVOKE CREATE ON SCHEMA public FROM mascate_worker;',
      ]
  if (granted.length === 1 && granted[0] === 'PUBLIC') return owned
  return [
    `REVOKE ALL ON FUNCTION ${name} FROM ${everybodyBut(one.owner)};`,
    ...(granted.length > 0 ? [`GRANT EXECUTE ON FUNCTION ${name} TO ${granted.join(', ')};`] : []),
    ...owned,
  ]
}

export function renderTrigger({ text }) {
  const sql = text.replace(/^CREATE /, 'CREATE OR REPLACE ').replace(' ON public.', ' ON ')
  if (sql.length < WIDTH) return `${sql};`
  return `${sql.replace(/ (REFERENCING|FOR EACH) /, '\n  $1 ').replace(/ (WHEN|EXECUTE) /, (all) => (sql.length > 2 * WIDTH ? `\n ${all}` : all))};`
}

const COMMANDS = { r: ' FOR SELECT', a: ' FOR INSERT', w: ' FOR UPDATE', d: ' FOR DELETE', '*': '' }
/** The server's own form of `(SELECT f())`. */
const plain = (expression) =>
  expression
    .replace(/\( ?SELECT (\w+)\(\) AS \1\)/g, '(SELECT $1())')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
const wrapped = (expression) => (/^\(.*\)$/s.test(expression) ? plain(expression) : `(${plain(expression)})`)

const ORDER = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']

/** The rights on a table: grants, row security and its policies. */
export function renderAccess({ table, enabled, forced, policies, rights, columns, sequences }) {
  const grants = new Map()
  for (const { role, right, column } of [...(rights ?? []), ...(columns ?? [])]) {
    const of = grants.get(role) ?? new Map()
    grants.set(role, of.set(right, [...(of.get(right) ?? []), ...(column ? [column] : [])]))
  }
  const words = (of) =>
    [...of]
      .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([right, columns]) => (columns.length > 0 ? `${right} (${columns.join(', ')})` : right))
      .join(', ')
  const byWords = new Map()
  for (const role of [...grants.keys()].toSorted()) {
    const text = words(grants.get(role))
    byWords.set(text, [...(byWords.get(text) ?? []), role])
  }
  const lines = [
    enabled && `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY${forced ? ', FORCE ROW LEVEL SECURITY' : ''};`,
    `REVOKE ALL ON ${table} FROM ${EVERYBODY};`,
    ...[...byWords].map(([text, roles]) => `GRANT ${text} ON ${table} TO ${roles.join(', ')};`),
    ...(sequences ?? []).flatMap(({ name, roles }) => [
      `REVOKE ALL ON SEQUENCE ${name} FROM ${EVERYBODY};`,
      ...(roles ? [`GRANT USAGE ON SEQUENCE ${name} TO ${roles.join(', ')};`] : []),
    ]),
  ]
  for (const { name, command, using, check, permissive, roles } of policies) {
    const to = roles.length === 1 && roles[0] === 'PUBLIC' ? '' : ` TO ${roles.join(', ')}`
    const head = `CREATE POLICY ${name} ON ${table}${permissive ? '' : ' AS RESTRICTIVE'}${COMMANDS[command]}${to}`
    const parts = [using && `USING ${wrapped(using)}`, check && `WITH CHECK ${wrapped(check)}`].filter(Boolean)
    const line = `${head} ${parts.join(' ')};`
    lines.push(
      `DROP POLICY IF EXISTS ${name} ON ${table};`,
      line.length <= 150 ? line : `${head}\n  ${parts.join('\n  ')};`,
    )
  }
  return lines.filter(Boolean).join('\n')
}
