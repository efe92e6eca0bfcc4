// Own database: takes triggers and constraints off every table (row-of-each), and drops policies.
import pg from 'pg'
import { newId } from '@/lib/core/ids'
import { testServer, testDatabaseName, workerUrl } from '../harnesses/database'
import { createTestOrganization } from '../factories/factories'
import { plantRowOfEach } from '../harnesses/row-of-each'
import { atLeast, exactly, reportFigures } from '../harnesses/report-figures'

type Policy = {
  table: string
  name: string
  restrictive: boolean
  to: string
  command: string
  using: string
  check: string | null
}

const ownerUrl = () =>
  Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` }).toString()

let mine: string
let other: string
let inserts: Map<string, string>
const clients = {} as Record<'app' | 'worker' | 'owner', pg.Client>

const REFUSED = '42501'
let tried = 0

/** Runs the statement as a role and for an organization: the number of rows, or the code of its error. Rolled back. */
async function tryAs(who: keyof typeof clients, scope: { tenant?: string; entity?: string }, sql: string) {
  tried += 1
  const client = clients[who]
  await client.query('BEGIN')
  try {
    await client.query(
      `SELECT set_config('app.organization_id', $1, true), set_config('app.legal_entities', $2, true)`,
      [scope.tenant ?? '', scope.entity ? `{${scope.entity}}` : ''],
    )
    return (await client.query(sql)).rowCount!
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('ROLLBACK')
  }
}

/**
 * The faults of one table's isolation: the roles of another organization, or of none, that reach its row, and those
 * that do not see their own.
 */
async function faultsOf(table: string): Promise<string[]> {
  const ofMine = `WHERE organization_id = '${mine}'`
  const statements = {
    select: `SELECT 1 FROM "${table}" ${ofMine}`,
    update: `UPDATE "${table}" SET organization_id = organization_id ${ofMine}`,
    delete: `DELETE FROM "${table}" ${ofMine}`,
    insert: inserts.get(table)!,
  }
  const faults: string[] = []
  for (const who of ['app', 'worker'] as const) {
    for (const tenant of [other, undefined])
      for (const [what, sql] of Object.entries(statements)) {
        const result = await tryAs(who, { tenant }, sql)
        if (result !== REFUSED && (result !== 0 || what === 'insert'))
          faults.push(`${table}: ${what} as ${who} of ${tenant ? 'another' : 'none'}: ${result}`)
      }
    const own = await tryAs(who, { tenant: mine }, statements.select)
    if (own === 0) faults.push(`${table}: hidden from its own ${who}`)
  }
  return faults
}

/** An accountant of an entity that is not this one's sees nothing of it. */
async function entityFaultsOf(table: string): Promise<string[]> {
  const result = await tryAs('app', { tenant: mine, entity: newId() }, `SELECT 1 FROM "${table}"`)
  return result === 0 ? [] : [`${table}: ${result} seen by the accountant of another entity`]
}

/** The directory for the owner's work queue is visible across organizations. */
async function directoryFaultsOf(table: string): Promise<string[]> {
  const result = await tryAs('owner', {}, `SELECT 1 FROM "${table}" WHERE organization_id = '${mine}'`)
  return Number(result) > 0 ? [] : [`${table}: work in it is not found`]
}

const looks: Record<string, (table: string) => Promise<string[]>> = {
  tenant: faultsOf,
  entity: entityFaultsOf,
  directory: directoryFaultsOf,
}

const listPolicies = async () =>
  (
    await clients.owner.query<Policy>(`
      SELECT c.relname AS table, polname AS name, NOT polpermissive AS restrictive,
        CASE polcmd WHEN 'r' THEN 'SELECT' ELSE 'ALL' END AS command,
        coalesce((SELECT string_agg(quote_ident(rolname), ',') FROM pg_roles WHERE oid = ANY (polroles)), 'PUBLIC') AS to,
        pg_get_expr(polqual, polrelid) AS using, pg_get_expr(polwithcheck, polrelid) AS check
      FROM pg_policy JOIN pg_class c ON c.oid = polrelid ORDER BY 1, 2`)
  ).rows.filter(({ table }) => inserts.has(table))

const createPolicy = ({ table, name, restrictive, to, command, using, check }: Policy) =>
  `CREATE POLICY "${name}" ON "${table}" AS ${restrictive ? 'RESTRICTIVE' : 'PERMISSIVE'} FOR ${command} TO ${to}
   USING (${using}) ${check ? `WITH CHECK (${check})` : ''}`

// Within a describe: its afterAll comes before the one that drops the test's database.
describe('with a row of one organization in every table', () => {
  beforeAll(async () => {
    mine = (await createTestOrganization()).organizationId
    other = (await createTestOrganization()).organizationId
    inserts = await plantRowOfEach(mine)
    const open = async (connectionString: string) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }
    clients.app = await open(process.env.DATABASE_URL!)
    clients.worker = await open(workerUrl())
    clients.owner = await open(ownerUrl())
  })
  afterAll(() => Promise.all(Object.values(clients).map((client) => client.end())))

  test('a row of every table is its own organization’s: to every other one, and to none, it is not there', async () => {
    tried = 0
    const faults: string[] = []
    for (const table of inserts.keys()) faults.push(...(await faultsOf(table)))
    for (const { table, name } of await listPolicies())
      if (name !== 'tenant') faults.push(...(await looks[name]!(table)))
    reportFigures({
      refused: tried,
      figures: [exactly('tables that let another in', faults.length, 0)],
      notes: { 'tables with a row': inserts.size },
    })
    expect(faults).toEqual([])
  })

  test('whichever policy is dropped, or bars nothing, it shows', async () => {
    const policies = await listPolicies()
    const unseen: string[] = []
    for (const policy of policies) {
      const { table, name } = policy
      const open = { ...policy, using: 'true', check: policy.check && 'true' }
      const drop = `DROP POLICY "${name}" ON "${table}"`
      const look = looks[name]!
      await clients.owner.query(drop)
      if ((await look(table)).length === 0) unseen.push(`${name} of ${table}, dropped`)
      if (name !== 'directory') {
        await clients.owner.query(createPolicy(open))
        if ((await look(table)).length === 0) unseen.push(`${name} of ${table}, open`)
        await clients.owner.query(drop)
      }
      await clients.owner.query(createPolicy(policy))
    }
    reportFigures({
      figures: [
        exactly('policies that can go unseen', unseen.length, 0),
        atLeast('policies taken out, each by itself', policies.length, inserts.size),
      ],
    })
    expect(unseen).toEqual([])
    const guarded = policies.flatMap(({ table, name }) => (name === 'tenant' ? [table] : []))
    expect(guarded).toEqual([...inserts.keys()])
  })
})
