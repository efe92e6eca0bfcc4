import { createTestOrganization } from '../factories/factories'
import { withOwner, workerUrl } from '../harnesses/database'
import { DEFINER_FUNCTIONS } from '../harnesses/definer-functions'
import pg from 'pg'

/** Global by nature: no tenant column decides who sees them, so no role of ours may read them but by named functions. */
const GLOBAL_TABLES = [
  'account',
  'app_user',
  'avatar',
  'call_pace',
  'deleted_organization',
  'webhook_event_count',
  'webhook_inbox',
  'recovery_code',
  'registration',
  'session',
  'shop_claim',
  'verification',
  'waiting_sign_in',
]
/** Global and open to the app's role: holds counters under opaque keys, no tenant's data. */
const OPEN_TABLES = ['rate_limit']
const BOOKKEEPING = ['_prisma_migrations']
/** Readable across tenants by the owner alone, for the functions that look for work. */
const DIRECTORY_TABLES = [
  'access_token',
  'reconcile_due',
  'reconcile_span',
  'audit_event',
  'idempotency',
  'invitation',
  'legal_entity',
  'membership',
  'membership_entity',
  'order_buyer',
  'order_list',
  'organization',
  'platform_answer',
  'product_day_delta',
  'sales_day_delta',
  'shop',
  'shop_authorization',
  'stored_file',
  'webhook_delivery',
  'webhook_endpoint',
]
/** An accountant sees the rows of some legal entities only in these tables. */
const ENTITY_TABLES = [
  'ads_spend',
  'bank_entry',
  'bank_match',
  'buyer_delta',
  'buyer_month',
  'campaign_plan',
  'case_event',
  'case_file',
  'case_order',
  'channel',
  'cohort_month',
  'discrepancy',
  'discrepancy_day',
  'early_payout',
  'expense',
  'expense_series',
  'expense_split',
  'fee_rule_check',
  'fiscal_document',
  'import',
  'legal_entity',
  'listing',
  'listing_stat',
  'money_day',
  'money_day_delta',
  'month_close',
  'month_close_line',
  'opening_revenue',
  'order_list',
  'order_fee_detail',
  'order_return',
  'orders',
  'package',
  'product_day',
  'product_day_delta',
  'product_month',
  'product_span',
  'purchase_invoice',
  'purchase_order',
  'reconcile_due',
  'reconcile_span',
  'recovery_case',
  'release',
  'sales_day',
  'sales_day_delta',
  'sales_hour',
  'sales_state',
  'settlement',
  'settlement_day',
  'shop',
  'shop_adjustment',
  'shop_day_stat',
  'shop_health',
  'shop_terms',
  'sync_failure',
  'sync_state',
  'tax_rate',
  'waiting_income',
  'wallet_day',
  'wallet_transaction',
]
type Table = {
  name: string
  enabled: boolean
  forced: boolean
  policies: { name: string; using: string | null; check: string | null; command: string; owner_only: boolean }[]
}

const listTables = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<Table>(`
      SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
        coalesce((SELECT jsonb_agg(jsonb_build_object('name', p.polname, 'using', pg_get_expr(p.polqual, p.polrelid),
          'check', pg_get_expr(p.polwithcheck, p.polrelid), 'command', p.polcmd,
          'owner_only', p.polroles = ARRAY[c.relowner]) ORDER BY p.polname)
          FROM pg_policy p WHERE p.polrelid = c.oid), '[]') AS policies
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') ORDER BY 1`)
    return rows.filter(({ name }) => !BOOKKEEPING.includes(name))
  })

const tenantTables = async () =>
  (await listTables()).filter(({ name }) => ![...GLOBAL_TABLES, ...OPEN_TABLES].includes(name))

async function as<T>(url: string, organizationId: string | null, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if (organizationId) await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    return await run(client)
  } finally {
    await client.end()
  }
}

test('every table is a tenant’s, with forced security and the one policy, or is named here as global', async () => {
  const expression = '(organization_id = current_organization())'
  for (const table of await tenantTables()) {
    expect(table).toMatchObject({ enabled: true, forced: true })
    const tenant = table.policies.find(({ name }) => name === 'tenant')
    expect({ table: table.name, ...tenant }).toMatchObject({ using: expression, check: expression, command: '*' })
    const others = table.policies.filter(({ name }) => name !== 'tenant')
    expect({
      table: table.name,
      others: others.map(({ name, command, owner_only }) => ({ name, command, owner_only })),
    }).toEqual({
      table: table.name,
      others: [
        ...(DIRECTORY_TABLES.includes(table.name) ? [{ name: 'directory', command: 'r', owner_only: true }] : []),
        ...(ENTITY_TABLES.includes(table.name) ? [{ name: 'entity', command: 'r', owner_only: false }] : []),
      ],
    })
  }
})

test('a tenant’s keys and unique indexes begin with the organization', async () => {
  const names = (await tenantTables()).map(({ name }) => name)
  const loose = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ index: string }>(
      `SELECT i.indexrelid::regclass::text AS index FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND a.attname IS DISTINCT FROM 'organization_id'`,
      [names],
    )
    return rows
  })
  expect(loose).toEqual([])
})

test('the app’s and the worker’s role own nothing, bypass nothing and read no global table', async () => {
  const tables = GLOBAL_TABLES.flatMap((table) => ['mascate_app', 'mascate_worker'].map((role) => ({ role, table })))
  await withOwner(async (owner) => {
    const { rows: roles } = await owner.query(
      `SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS mighty FROM pg_roles WHERE rolname IN ('mascate_app', 'mascate_worker') ORDER BY 1`,
    )
    expect(roles).toEqual([
      { rolname: 'mascate_app', mighty: false },
      { rolname: 'mascate_worker', mighty: false },
    ])
    const { rows: owned } = await owner.query(
      `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
       WHERE n.nspname = 'public' AND r.rolname IN ('mascate_app', 'mascate_worker')`,
    )
    expect(owned).toEqual([])
    for (const { role, table } of tables) {
      const { rows } = await owner.query(
        `SELECT has_table_privilege($1, $2, 'SELECT, INSERT, UPDATE, DELETE') AS any`,
        [role, table],
      )
      expect({ role, table, ...rows[0] }).toEqual({ role, table, any: false })
    }
  })
})

test('the functions that run with the owner’s rights are these, and the public may call none of them', async () => {
  await withOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string; pinned: boolean; open: boolean }>(
      `SELECT p.proname AS name, coalesce(array_to_string(p.proconfig, ',') LIKE '%search_path=%', false) AS pinned,
         has_function_privilege('public', p.oid, 'EXECUTE') AS open
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prosecdef ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(DEFINER_FUNCTIONS.toSorted())
    expect(rows.filter(({ pinned, open }) => !pinned || open)).toEqual([])
  })
})

test('no function finds a table that its caller made before the one of that name', async () => {
  await withOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND (prosecdef OR proconfig IS NOT NULL)
         AND NOT coalesce('search_path=public, pg_temp' = ANY (proconfig), false)`,
    )
    expect(rows).toEqual([])
  })
})

test('under another organization, or none, every table is empty and takes nothing', async () => {
  const mine = await createTestOrganization()
  const other = await createTestOrganization()
  const urls = [process.env.DATABASE_URL!, workerUrl()]
  const tables = await tenantTables()
  for (const url of urls) {
    // One connection for all tables: each new one has to learn the catalogue first.
    for (const tenant of [other.organizationId, null])
      await as(url, tenant, async (client) => {
        for (const { name } of tables) {
          const refusedOr = (sql: string) =>
            client
              .query(sql, [mine.organizationId])
              .catch((error: { code: string }) => ({ rowCount: error.code === '42501' ? 0 : 1 }))
          const seen = await client.query(`SELECT 1 FROM "${name}" WHERE organization_id = $1`, [mine.organizationId])
          const touched = await refusedOr(
            `UPDATE "${name}" SET organization_id = organization_id WHERE organization_id = $1`,
          )
          const removed = await refusedOr(`DELETE FROM "${name}" WHERE organization_id = $1`)
          const counts = [seen.rowCount, touched.rowCount, removed.rowCount]
          expect({ name, tenant, counts }).toEqual({ name, tenant, counts: [0, 0, 0] })
        }
      })
    await as(url, other.organizationId, async (client) => {
      await expect(
        client.query(`INSERT INTO organization (organization_id, name) VALUES ($1, 'taken')`, [mine.organizationId]),
      ).rejects.toMatchObject({ code: '42501' })
      await expect(
        client.query(`INSERT INTO legal_entity (organization_id, id, name) VALUES ($1, gen_random_uuid(), 'planted')`, [
          mine.organizationId,
        ]),
      ).rejects.toMatchObject({ code: '42501' })
    })
  }
})

test('a function that runs with the owner’s rights tells of the people of the company that asks, and of no other', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const members = 'SELECT FROM list_members() WHERE user_id = $1'
  const questions = [members, 'SELECT FROM list_actor_names(ARRAY[$1::uuid])', 'SELECT FROM get_member_scope($1)']
  const results: Record<string, (number | null)[]> = {}
  for (const { organizationId } of [mine, other])
    await as(process.env.DATABASE_URL!, organizationId, async (client) => {
      for (const question of questions)
        (results[question] ??= []).push((await client.query(question, [mine.owner.userId])).rowCount)
    })
  expect(results).toEqual(Object.fromEntries(questions.map((question) => [question, [1, 0]])))
})

test('a job is of the company that asks for it, whatever its content says', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const key = `job of ${mine.organizationId}`
  await as(process.env.DATABASE_URL!, mine.organizationId, (client) =>
    client.query('SELECT enqueue_job($1, $2, $3)', ['nothing', { organizationId: other.organizationId }, key]),
  )
  const { rows } = await as(workerUrl(), null, (client) =>
    client.query('SELECT payload FROM graphile_worker._private_jobs WHERE key = $1', [key]),
  )
  expect(rows).toEqual([{ payload: { organizationId: mine.organizationId } }])
})

test('ledgers and audit logs take no change and no removal, from any role', async () => {
  const { organizationId } = await createTestOrganization()
  for (const table of ['stock_movement', 'audit_event', 'audit_chain', 'stock_level', 'sales_day', 'product_day'])
    await as(process.env.DATABASE_URL!, organizationId, async (client) => {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' })
      await expect(client.query(`UPDATE ${table} SET organization_id = organization_id`)).rejects.toMatchObject({
        code: '42501',
      })
    })
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', '${organizationId}', false)`)
    await expect(owner.query(`UPDATE audit_event SET event = 'order.placed'`)).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query(`DELETE FROM audit_event`)).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query(`TRUNCATE stock_movement`)).rejects.toMatchObject({ code: '42501' })
  })
})
