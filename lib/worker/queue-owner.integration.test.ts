import pg from 'pg'
import { withOwner, workerUrl } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'

type Definer = { name: string; owner: string }

test('calls into the queue run as the queue’s own role, and the owner calls none of it', async () => {
  const { rows } = await withOwner((owner) =>
    owner.query<Definer & { source: string }>(
      `SELECT p.proname AS name, pg_get_userbyid(p.proowner) AS owner, pg_get_functiondef(p.oid) AS source
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prokind = 'f'
         AND p.probin IS NULL AND p.prosrc <> '' ORDER BY 1`,
    ),
  )
  const callers = rows.filter(({ source }) => source.includes('graphile_worker'))
  expect(callers.map(({ name }) => name)).toEqual([
    'count_jobs',
    'enqueue_email',
    'enqueue_job',
    'enqueue_shop_job',
    'expire_import_later',
    'list_dead_jobs',
    'list_waiting_estimates',
    'receive_webhook_event',
    'retry_dead_jobs',
  ])
  expect(callers.filter(({ owner }) => owner !== 'mascate_worker')).toEqual([])
  const theirs = new RegExp(`\\b(${callers.map(({ name }) => name).join('|')})\\(`)
  const others = rows.filter(({ name }) => !callers.some((caller) => caller.name === name))
  expect(others.filter(({ source }) => theirs.test(source)).map(({ name }) => name)).toEqual([])
})

test('a queue that the worker’s role replaced is never called as the owner of the tables', async () => {
  const { organizationId } = await createTestOrganization()
  const worker = new pg.Client({ connectionString: workerUrl() })
  await worker.connect()
  const { rows } = await worker.query<{ definition: string }>(
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE oid = 'graphile_worker.add_job'::regproc`,
  )
  const { definition } = rows[0]!
  try {
    const spying = definition.replace(
      /AS \$(\w*)\$[\s\S]*\$\1\$/,
      `AS $spy$ BEGIN RAISE EXCEPTION 'inside: %', current_user; END $spy$`,
    )
    await worker.query(spying.replace(/LANGUAGE \w+/, 'LANGUAGE plpgsql'))
    for (const call of [
      `enqueue_job('a', '{}')`,
      `enqueue_shop_job('a', '{}', 'key', 'queue')`,
      `enqueue_email('{}', 'key')`,
      `expire_import_later(gen_random_uuid(), 1)`,
      `receive_webhook_event('\\x00', '1', 3, '{}', now())`,
    ])
      expect({ call, inside: await insideOf(call, organizationId) }).toEqual({ call, inside: 'inside: mascate_worker' })
  } finally {
    await worker.query(definition)
    await worker.end()
  }
})

test('the queue’s role makes nothing among the tables', async () => {
  const { rows } = await withOwner((owner) =>
    owner.query(`SELECT has_schema_privilege('mascate_worker', 'public', 'CREATE') AS may`),
  )
  expect(rows).toEqual([{ may: false }])
})

/** As the role of the web server, which is what calls them. */
async function insideOf(call: string, organizationId: string): Promise<string> {
  const app = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await app.connect()
  try {
    await app.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await app.query(`SELECT ${call}`)
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  } finally {
    await app.end()
  }
}
