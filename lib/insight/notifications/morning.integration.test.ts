import { withOrganization, type Actor } from '@/lib/core/db'
import { addDays } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { notifyDigestsTask } from '@/lib/worker/tasks/notify-digests'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { setNoticePreferenceAction } from './actions'
import { notifyMornings } from './morning'
import { addressNotice } from './notice-email'

type Run = Parameters<typeof notifyDigestsTask>[1]
/** The hourly task as the schedule calls it. */
const runAt = (instant: string) => asWorker(async () => notifyDigestsTask({ _cron: { ts: instant } }, {} as Run))

const today = '2026-11-21'
const seven = `${today}T10:00:00Z`
const now = new Date(seven)
let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})

async function ask(actor: Actor, hour?: number, on = true) {
  await signInAs(actor)
  const input = { kind: 'morning', channel: 'byMail', on, ...(hour !== undefined && { hour }) } as const
  return setNoticePreferenceAction(envelope(company), input)
}
const sent = async () =>
  inspect<{ id: string; userId: string; key: string; data: Record<string, unknown> }>(
    company.organizationId,
    `select id, user_id as "userId", key, data from notification where kind = 'morning' order by key, user_id`,
    [],
  )

async function work() {
  const shop = await addShop(company, 'Loja')
  const productId = await addStockedProduct(company, { sku: 'A', onHand: 50, cost: '10' })
  const listingId = await addListing(company, shop, 'Anúncio')
  const sold = { productId, listingId, unitCost: '10', units: 1 }
  const yesterday = `${addDays(today, -1)}T15:00:00Z`
  await addOrders(company, shop, [
    { ...sold, at: yesterday, status: 'confirmed', shipBy: `${today}T02:00:00Z` },
    { ...sold, at: yesterday, status: 'confirmed', shipBy: `${today}T20:00:00Z` },
    { ...sold, at: yesterday, status: 'confirmed', shipBy: `${today}T21:00:00Z` },
  ])
  await addSettlements(company, shop, [{ code: 'TODAY', expectedOn: today, dueOn: '2026-11-25', expected: 12_345n }])
}

test('it comes once a day at the hour that a person chose, only to people who asked', async () => {
  const { organizationId, owner } = company
  const [early, silent] = [await addMember(company, 'manager'), await addMember(company, 'manager')]
  await ask(owner)
  await ask(early, 5)
  await ask(silent, 7, false)
  await runAt(`${today}T07:00:00Z`)
  expect(await sent()).toEqual([])
  await runAt(`${today}T08:00:00Z`)
  expect((await sent()).map(({ userId }) => userId)).toEqual([early.userId])
  await Promise.all([runAt(seven), runAt(seven)])
  await runAt(seven)
  await runAt(`${today}T11:00:00Z`)
  expect((await sent()).map(({ userId }) => userId).toSorted()).toEqual([early.userId, owner.userId].toSorted())
  // Another hour on the same day sends nothing more; the next day does.
  await ask(owner, 9)
  await runAt(`${today}T12:00:00Z`)
  expect(await sent()).toHaveLength(2)
  await runAt(`${addDays(today, 1)}T12:00:00Z`)
  expect((await sent()).filter(({ key }) => key === addDays(today, 1))).toMatchObject([{ userId: owner.userId }])
  await withOrganization({ organizationId }, async (db) =>
    expect(await db.notification.count({ where: { organizationId, kind: 'morning', inProduct: true } })).toBe(0),
  )
})

test('it says what the dashboard says at that moment, and each line leads to the screen that has it', async () => {
  await work()
  await ask(company.owner)
  await runAt(seven)
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo', role: 'owner' as const, legalEntityIds: null }
  const attention = await getAttentionFor(viewer, now)
  const { tiles } = await getProfitTiles(viewer, { shop: null, channel: null }, now)
  const profit = tiles.find(({ key }) => key === 'yesterday')!.headline
  const comes = (await getPayoutsFor(viewer, {}, { now })).cash.days[0]!
  const [notice] = await sent()
  expect(notice!.data).toMatchObject({
    late: 1,
    today: 2,
    money: {
      profitCents: profit.cents === null ? null : String(profit.cents),
      payouts: 1,
      payoutCents: String(comes.inCents),
    },
  })
  expect([attention.lateOrders, attention.ordersToPostToday, comes.inCents]).toEqual([1n, 2n, 12_345n])
  const letter = (await addressNotice(notice!.id, company.organizationId))!
  const lines = letter.lines!
  expect(lines.map(({ text }) => text)).toEqual([
    '1 pedido atrasado para postar',
    '2 pedidos com prazo de envio hoje',
    expect.stringContaining(profit.cents === null ? 'ainda não é conhecido' : formatMoney(profit.cents, 'pt')),
    `Repasses previstos para hoje: ${formatMoney(12_345n, 'pt')} de 1 pedido`,
  ])
  expect(lines.map(({ link }) => new URL(link).pathname + new URL(link).search)).toEqual([
    '/dashboard/minha-empresa/pedidos?waiting=late',
    '/dashboard/minha-empresa/pedidos?waiting=today',
    expect.stringContaining('/dashboard/minha-empresa/painel'),
    `/dashboard/shopee/repasses?due=${today}`,
  ])
})

test('a role without money reads no money, and who lost the right or left reads nothing', async () => {
  await work()
  const operator = await addMember(company, 'operator')
  const gone = await addMember(company, 'manager')
  await ask(operator)
  await ask(gone)
  await runAt(seven)
  const notices = await sent()
  expect(notices.find(({ userId }) => userId === operator.userId)!.data).toMatchObject({
    late: 1,
    today: 2,
    money: null,
  })
  const toGone = notices.find(({ userId }) => userId === gone.userId)!
  expect((await addressNotice(toGone.id, company.organizationId))!.lines).toHaveLength(4)
  await inspect(company.organizationId, `update membership set role = 'viewer' where user_id = $1`, [gone.userId])
  expect(await addressNotice(toGone.id, company.organizationId)).toBeNull()
})

test('sums of legal entities that a person may not see any more by the time they are there are not sent', async () => {
  await work()
  const accountant = await addMember(company, 'accountant')
  await inspect(
    company.organizationId,
    `INSERT INTO membership_entity (organization_id, user_id, legal_entity_id) VALUES (current_organization(), $1, $2)`,
    [accountant.userId, company.legalEntityId],
  )
  await ask(accountant)
  await withOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`SELECT set_config('app.organization_id', $1, true)`, [company.organizationId])
    await owner.query('LOCK TABLE settlement IN ACCESS EXCLUSIVE MODE')
    const sending = asWorker(() => notifyMornings(company.organizationId, now))
    await untilWaiting(1)
    await owner.query('DELETE FROM membership_entity WHERE user_id = $1', [accountant.userId])
    await owner.query('COMMIT')
    await sending
  })
  expect(await sent()).toEqual([])
})

test('a summary that fails keeps back that of no other person, and comes when the task is tried again', async () => {
  const readers = [company.owner, await addMember(company, 'manager'), await addMember(company, 'manager')]
  for (const reader of readers) await ask(reader)
  const ids = readers.map(({ userId }) => userId!).toSorted()
  await withOwner((owner) =>
    owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow' USING errcode = '57014'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.user_id = '${ids[0]}') EXECUTE FUNCTION fail()`),
  )
  try {
    await expect(runAt(seven)).rejects.toThrow()
    expect((await sent()).map(({ userId }) => userId)).toEqual(ids.slice(1))
  } finally {
    await withOwner((owner) => owner.query('DROP TRIGGER fail ON notification; DROP FUNCTION fail()'))
  }
  await runAt(seven)
  expect((await sent()).map(({ userId }) => userId)).toEqual(ids)
})

test('only the summary has an hour', async () => {
  await signInAs(company.owner)
  const input = { kind: 'lowStock', channel: 'byMail', on: true, hour: 7 } as const
  expect(await setNoticePreferenceAction(envelope(company), input)).toMatchObject({ ok: false, error: 'invalidInput' })
})
