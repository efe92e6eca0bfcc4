import { purgeInvoices } from '@/lib/sales/dispatch/purge-invoices'
import { storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { newId } from '@/lib/core/ids'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'
import { createTestOrganization, createUser } from '@/lib/testing/factories/factories'
import { purgeAnswers } from '@/lib/connect/sync/inbound/purge-answers'
import { addShop } from '@/lib/testing/factories/sales'
import { purgeAttempts, purgeDeadJobs, purgeWebhookEvents, purgeSignIns } from './purge-leftovers'

const ago = (days: number) => `now() - interval '${days} days'`

/** Each kind of leftover, by a name that is found again, as old as is said; and the age past which it goes. */
const kinds: Record<
  string,
  { days: number; table: string; known: string; plant: (name: string, at: string) => string }
> = {
  'a session that ended': {
    days: 90,
    table: 'session',
    known: 'device',
    plant: (name, at) =>
      `INSERT INTO session (id, hash, user_id, expires_at, ended_at, device) VALUES (gen_random_uuid(), uuid_send(gen_random_uuid()), $1, now(), ${at}, '${name}')`,
  },
  'a session that ran out': {
    days: 90,
    table: 'session',
    known: 'device',
    plant: (name, at) =>
      `INSERT INTO session (id, hash, user_id, expires_at, device) VALUES (gen_random_uuid(), uuid_send(gen_random_uuid()), $1, ${at}, '${name}')`,
  },
  'a link of an email': {
    days: 30,
    table: 'verification',
    known: 'new_email',
    plant: (name, at) =>
      `INSERT INTO verification (hash, user_id, purpose, expires_at, new_email) VALUES (uuid_send(gen_random_uuid()), $1, 'change_email', ${at}, '${name}')`,
  },
  'a second step that was begun': {
    days: 1,
    table: 'waiting_sign_in',
    known: 'email',
    plant: (name, at) =>
      `INSERT INTO waiting_sign_in (hash, user_id, how, expires_at, email) VALUES (uuid_send(gen_random_uuid()), $1, 'password', ${at}, '${name}')`,
  },
  'a form of sign-up': {
    days: 30,
    table: 'registration',
    known: 'display_name',
    plant: (name, at) =>
      `INSERT INTO registration (id, user_id, display_name, password_hash, language, created_at) VALUES (gen_random_uuid(), $1, '${name}', 'x', 'pt', ${at})`,
  },
}

test.each(Object.keys(kinds))('%s goes once its term has passed, not a day earlier', async (kind) => {
  const { days, table, known, plant } = kinds[kind]!
  const { userId } = await createUser()
  await withOwner(async (owner) => {
    for (const [name, age] of [
      ['old', days + 1],
      ['young', days - 1],
    ] as const)
      await owner.query(plant(name, ago(age)), [userId])
  })
  await asWorker(() => purgeSignIns(1))
  const { rows } = await withOwner((owner) =>
    owner.query<{ known: string }>(`SELECT ${known}::text AS known FROM ${table} WHERE user_id = $1`, [userId]),
  )
  expect(rows).toEqual([{ known: 'young' }])
})

test('an unconfirmed address goes after a month; one that was confirmed, or that a form still waits for, stays', async () => {
  const people = {
    never: await createUser(),
    late: await createUser(),
    waited: await createUser(),
    confirmed: await createUser(),
  }
  const ids = Object.values(people).map(({ userId }) => userId)
  await withOwner(async (owner) => {
    await owner.query(`UPDATE app_user SET created_at = ${ago(31)}, verified_at = NULL WHERE id = ANY ($1)`, [ids])
    await owner.query(`UPDATE app_user SET verified_at = now() WHERE id = $1`, [people.confirmed.userId])
    await owner.query(`UPDATE app_user SET created_at = ${ago(29)} WHERE id = $1`, [people.late.userId])
    await owner.query(
      `INSERT INTO registration (id, user_id, display_name, password_hash, language) VALUES (gen_random_uuid(), $1, 'x', 'x', 'pt')`,
      [people.waited.userId],
    )
  })
  await asWorker(() => purgeSignIns())
  const { rows } = await withOwner((owner) =>
    owner.query<{ id: string }>('SELECT id FROM app_user WHERE id = ANY ($1)', [ids]),
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== people.never.userId).toSorted())
})

test('a webhook event goes a week after it came, an unprocessed one after a month, however many', async () => {
  const webhookEvents = [
    ['done', 8],
    ['done', 9],
    ['dead', 8],
    ['done', 6],
    ['waiting', 31],
    ['waiting', 29],
  ] as const
  await withOwner(async (owner) => {
    await owner.query('DELETE FROM webhook_inbox')
    for (const [state, days] of webhookEvents)
      await owner.query(
        `INSERT INTO webhook_inbox (platform, body_hash, code, body, platform_at, received_at, state)
         VALUES ('shopee', uuid_send(gen_random_uuid()), 3, to_jsonb($1::text), now(), ${ago(days)}, $2)`,
        [`${state} ${days}`, state],
      )
  })
  await asWorker(() => purgeWebhookEvents(2))
  const { rows } = await withOwner((owner) =>
    owner.query<{ body: string }>(`SELECT body #>> '{}' AS body FROM webhook_inbox ORDER BY 1`),
  )
  expect(rows.map(({ body }) => body)).toEqual(['done 6', 'waiting 29'])
})

test('answers of the platform go once their term has passed, however many', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  for (const days of [1, 2, 3, -1])
    await changeAsOwner(
      company.organizationId,
      `INSERT INTO platform_answer (organization_id, shop_id, kind, subject, body, as_of, purge_after)
       VALUES (current_organization(), $1, 'order', $2, '{}', now(), ${ago(days)})`,
      [shopId, String(days)],
    )
  await asWorker(() => purgeAnswers(company.organizationId, 1))
  expect(await inspect(company.organizationId, 'SELECT subject FROM platform_answer')).toEqual([{ subject: '-1' }])
})

test('counted attempts go once they count no more, however many', async () => {
  await withOwner(async (owner) => {
    await owner.query('DELETE FROM rate_limit')
    for (const [key, expire] of [
      ['one', 1],
      ['two', 2],
      ['counting', Date.now() + 60_000],
      ['blocked', null],
    ])
      await owner.query('INSERT INTO rate_limit (key, points, expire) VALUES ($1, 1, $2)', [key, expire])
  })
  await asWorker(() => purgeAttempts(1))
  const { rows } = await withOwner((owner) => owner.query<{ key: string }>('SELECT key FROM rate_limit ORDER BY key'))
  expect(rows.map(({ key }) => key)).toEqual(['blocked', 'counting'])
})

test('a job that failed for good goes after a month; one that is tried again, or failed of late, stays', async () => {
  const names = { old: newId(), late: newId(), tried: newId() }
  await withOwner(async (owner) => {
    await owner.query('SET ROLE mascate_worker')
    for (const name of Object.values(names))
      await owner.query(`SELECT graphile_worker.add_job('send-mail', '{}'::json, job_key => $1, max_attempts => 1)`, [
        name,
      ])
    const age = 'UPDATE graphile_worker._private_jobs SET attempts = $2, updated_at = $3 WHERE key = $1'
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await owner.query(age, [names.old, 1, daysAgo(31)])
    await owner.query(age, [names.late, 1, daysAgo(29)])
    await owner.query(age, [names.tried, 0, daysAgo(31)])
  })
  await asWorker(() => purgeDeadJobs(1))
  const { rows } = await withOwner((owner) =>
    owner.query<{ key: string }>('SELECT key FROM graphile_worker.jobs WHERE key = ANY ($1)', [Object.values(names)]),
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual([names.late, names.tried].toSorted())
})

test('the file of an invoice goes after the fifth year beyond its own, and what the lists show of it stays', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [old, young] = [await storedInvoice(company), await storedInvoice(company)]
  const year = new Date().getUTCFullYear()
  for (const [id, issued] of [
    [old, `${year - 6}-12-30`],
    [young, `${year - 5}-01-02`],
  ])
    await changeAsOwner(organizationId, 'UPDATE fiscal_document SET issued_at = $2 WHERE id = $1', [id, issued])
  await asWorker(() => purgeInvoices(organizationId))
  const left = await inspect(organizationId, 'SELECT id, file_id IS NOT NULL AS kept FROM fiscal_document')
  expect(left).toHaveLength(2)
  expect(left).toEqual(
    expect.arrayContaining([
      { id: old, kept: false },
      { id: young, kept: true },
    ]),
  )
  expect(await inspect(organizationId, 'SELECT 1 FROM stored_file WHERE expires_at <= now()')).toHaveLength(1)
})

test('the night reads the invoices that go, and none of the thousands that stay', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const ids = [await storedInvoice(company), await storedInvoice(company), await storedInvoice(company)]
  const copies = `INSERT INTO fiscal_document (organization_id, id, order_id, kind, file_id, file_name)
    SELECT organization_id, gen_random_uuid(), order_id, kind, file_id, file_name FROM fiscal_document, generate_series(1, 5000) WHERE id = $1`
  await changeAsOwner(organizationId, copies, [ids[0]])
  await changeAsOwner(
    organizationId,
    `UPDATE fiscal_document SET issued_at = now() - interval '7 years' WHERE id = ANY ($1)`,
    [ids],
  )
  await withOwner((owner) => owner.query('ANALYZE fiscal_document'))
  const purge = () => purgeInvoices(organizationId, 1)
  const read = await asWorker(() => countRowsRead(['fiscal_document'], purge))
  expect(await inspect(organizationId, 'SELECT 1 FROM fiscal_document WHERE file_id IS NULL')).toHaveLength(3)
  expect(read.get('fiscal_document')).toBeLessThan(100)
})
