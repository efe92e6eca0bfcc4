import pg from 'pg'
import { sandboxUrl, withOwner } from '@/lib/testing/harnesses/database'
import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop } from '@/lib/testing/fakes/sandbox-caller'

const started: TestSandbox[] = []

async function start() {
  const sandbox = await startTestSandbox()
  started.push(sandbox)
  return sandbox
}

afterEach(async () => {
  for (const sandbox of started.splice(0)) await sandbox.stop()
})

test('a restart keeps shops, grants, tokens, settings, the clock and where a fault stood', async () => {
  const first = await start()
  const shop = await connectShop(first)
  await first.admin('shop', { name: 'Segunda' })
  await first.admin('clock-forward', { seconds: 3600 })
  await first.admin('fault', { kind: 'error_server', rate: 0.5, seed: 'restart', count: 3, pathPattern: 'ip_ranges' })
  const request = (sandbox: TestSandbox) => callSandbox(sandbox, '/api/v2/public/get_shopee_ip_ranges')
  const seen: string[] = []
  for (let call = 0; call < 4; call++) seen.push((await request(first)).error)
  await first.stop()

  const second = await start()
  const signed = { accessToken: shop.accessToken, shopId: FIRST_SHOP_ID }
  expect((await callSandbox(second, '/api/v2/shop/get_shop_info', { signed })).error).toBe('')
  expect(second.platform.settings.clockOffsetSeconds).toBe(3600)
  for (let call = 0; call < 8; call++) seen.push((await request(second)).error)
  expect(seen.filter(Boolean)).toHaveLength(3)
  const { rows } = await second.platform.pool.query<{ name: string }>('SELECT name FROM shop ORDER BY shop_id')
  expect(rows.map(({ name }) => name)).toEqual(['Loja Sandbox', 'Segunda'])
  await second.admin('settings', { clockOffsetSeconds: 0 })
})

test('the role of the sandbox can read and write nothing of the product', async () => {
  const tables = await withOwner((owner) =>
    owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'v', 'm', 'p', 'S')
         AND has_table_privilege('mascate_sandbox', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
    ),
  )
  expect(tables.rows).toEqual([])
  const definers = await withOwner((owner) =>
    owner.query<{ name: string }>(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = 'public' AND p.prosecdef AND has_function_privilege('mascate_sandbox', p.oid, 'EXECUTE')`,
    ),
  )
  expect(definers.rows).toEqual([])
  const client = new pg.Client({ connectionString: sandboxUrl() })
  client.on('error', () => undefined)
  await client.connect()
  await expect(client.query('SELECT 1 FROM public.organization')).rejects.toThrow('permission denied')
  await expect(client.query('CREATE TABLE public.intruder (id int)')).rejects.toThrow('permission denied')
  await client.end()
})

test('none of the product’s roles may read the sandbox’s tables', async () => {
  const { rows } = await withOwner((owner) =>
    owner.query<{ app: boolean; worker: boolean }>(
      `SELECT has_schema_privilege('mascate_app', 'shopee_sandbox', 'USAGE') AS app,
         has_schema_privilege('mascate_worker', 'shopee_sandbox', 'USAGE') AS worker`,
    ),
  )
  expect(rows).toEqual([{ app: false, worker: false }])
})
