import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../dates'
import { deskToday, plantDifference } from '../testing/case-desk'
import { inspect, withOwner } from '../testing/database'
import { createTestOrganization, envelope, signInAs } from '../testing/factories'
import { dataOf } from '../testing/order-desk'
import { openCasesAction } from './actions'

const script = readFileSync(
  join(process.cwd(), 'prisma/migrations/20261128136000_freight_contested_longer/migration.sql'),
  'utf8',
)
const today = deskToday()
const given = { reason: 'Frete', protocol: null, deadline: null, ownerId: null, fileIds: [] }

test('freight cases that ended by the former window are open again until the published one ends, and the trail says so', async () => {
  const mine = await createTestOrganization()
  await signInAs(mine.owner)
  const sql = <T extends object>(text: string, values: unknown[] = []) => inspect<T>(mine.organizationId, text, values)
  const names = ['lost', 'old', 'waiting', 'chosen', 'paid', 'late']
  const planted = await Promise.all(names.map(async () => (await plantDifference(mine)).settlementId))
  const picks = planted.map((settlementId) => ({ settlementId, cause: 'freight' as const }))
  dataOf(await openCasesAction(envelope(mine), { ...given, picks }))
  const rows = await sql<{ case_id: string; settlement_id: string }>('select case_id, settlement_id from case_order')
  const cases = Object.fromEntries(
    names.map((name, at) => [name, rows.find((row) => row.settlement_id === planted[at])!.case_id]),
  )
  await sql(
    `update settlement set released_at = ($1::date - case id when $2 then 400 else 10 end + time '15:00') at time zone 'UTC'`,
    [today, planted[1]],
  )
  const set = (name: string, changes: string, days: number) =>
    sql(`update recovery_case set ${changes}, deadline = $1 where id = $2`, [addDays(today, days), cases[name]])
  const expired = `state = 'expired', closed_at = now()`
  await set('lost', expired, -1)
  await set('old', expired, -385)
  await set('waiting', `state = 'detected'`, 5)
  await set('chosen', `state = 'detected'`, 9)
  await set('paid', `state = 'paid', closed_at = now(), recovered_cents = 1`, 5)
  await set('late', `${expired}, cause = 'late'`, -1)
  for (let times = 0; times < 2; times += 1)
    await withOwner((owner) =>
      owner.query(script.replace('FROM organization g', `$& WHERE g.organization_id = '${mine.organizationId}'`)),
    )
  const found = await sql<{ id: string; told: string }>(
    `select id, state || ' ' || (deadline - $1::date) || ' ' || (closed_at is null) as told from recovery_case`,
    [today],
  )
  expect(Object.entries(cases).map(([name, id]) => [name, found.find((one) => one.id === id)!.told])).toEqual([
    ['lost', 'detected 355 true'],
    ['old', 'expired -385 false'],
    ['waiting', 'detected 355 true'],
    ['chosen', 'detected 9 true'],
    ['paid', 'paid 5 false'],
    ['late', 'expired -1 false'],
  ])
  const { lost, waiting } = cases
  expect(
    await sql(`select event, subject_id from audit_event where event in ('case.reopened', 'case.updated') order by 1`),
  ).toEqual([
    { event: 'case.reopened', subject_id: lost },
    { event: 'case.updated', subject_id: waiting },
  ])
  expect(await sql(`select state from case_event where case_id = $1 order by at, id`, [lost])).toEqual([
    { state: 'detected' },
    { state: 'detected' },
  ])
})
