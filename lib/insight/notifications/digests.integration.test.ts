import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { notifyDigestsTask } from '@/lib/worker/tasks/notify-digests'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addProduct, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getLatestFor } from './queries'

type Run = Parameters<typeof notifyDigestsTask>[1]
/** The hourly task as the schedule calls it. */
const runAt = (instant: string) => asWorker(async () => notifyDigestsTask({ _cron: { ts: instant } }, {} as Run))

const setZone = ({ organizationId }: TestOrganization, zone: string) =>
  inspect(organizationId, 'update organization set time_zone = $1', [zone])

async function addExpense(
  company: TestOrganization,
  dueOn: string,
  more: { cents?: bigint; shopId?: string; paid?: boolean } = {},
) {
  const { organizationId } = company
  await withOrganization(company, (db) =>
    db.expense.create({
      data: {
        organizationId,
        id: newId(),
        description: 'Conta',
        amountCents: more.cents ?? 1000n,
        kind: 'fixed',
        dueOn: new Date(`${dueOn}T00:00:00Z`),
        shopId: more.shopId ?? null,
        ...(more.paid && { status: 'paid', paidOn: new Date(`${dueOn}T00:00:00Z`) }),
      },
      select: { id: true },
    }),
  )
}
const noticesOf = async (actor: Actor) =>
  (await getLatestFor(actor)).latest
    .map(({ kind, data }) => ({ kind, ...data }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind))

test('a company gets its digest at eight of its own morning, once a day, and at no other hour', async () => {
  const [brasilia, manaus] = [await createTestOrganization(), await createTestOrganization()]
  await setZone(brasilia, 'America/Sao_Paulo')
  await setZone(manaus, 'America/Manaus')
  for (const company of [brasilia, manaus]) await addProduct(company, 'SKU', 5)
  const counts = async () => [(await noticesOf(brasilia.owner)).length, (await noticesOf(manaus.owner)).length]

  await runAt('2026-11-21T10:00:00Z')
  expect(await counts()).toEqual([0, 0])
  await runAt('2026-11-21T11:00:00Z')
  expect(await counts()).toEqual([1, 0])
  await Promise.all([runAt('2026-11-21T12:00:00Z')])
  expect(await counts()).toEqual([1, 1])
  await runAt('2026-11-21T11:00:00Z')
  await runAt('2026-11-21T13:00:00Z')
  expect(await counts()).toEqual([1, 1])
  await runAt('2026-11-22T11:00:00Z')
  expect(await counts()).toEqual([2, 1])
})

test('low stock counts the rows of the list of low stock, and is not reported when there are none', async () => {
  const company = await createTestOrganization()
  await runAt('2026-11-21T11:00:00Z')
  expect(await noticesOf(company.owner)).toEqual([])
  await addProduct(company, 'LOW-1', 1)
  await addProduct(company, 'LOW-2', 0)
  await addStockedProduct(company, { sku: 'PLENTY', onHand: 1000 })
  await runAt('2026-11-22T11:00:00Z')
  expect(await noticesOf(company.owner)).toEqual([{ kind: 'lowStock', count: 2 }])
})

test('expenses due are those overdue and due within three days, unpaid, with what they add up to', async () => {
  const company = await createTestOrganization()
  await addExpense(company, '2026-10-01', { cents: 5n })
  await addExpense(company, '2026-11-24', { cents: 70n })
  await addExpense(company, '2026-11-25', { cents: 900n })
  await addExpense(company, '2026-11-21', { cents: 8000n, paid: true })
  await runAt('2026-11-21T11:00:00Z')
  expect(await noticesOf(company.owner)).toEqual([{ kind: 'expenseDue', count: 2, cents: '75', until: '2026-11-24' }])
})

test('a digest that fails keeps no other back, and comes when the task is tried again', async () => {
  const company = await createTestOrganization()
  await addProduct(company, 'LOW', 1)
  await addExpense(company, '2026-11-24')
  await withOwner((owner) =>
    owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow' USING errcode = '57014'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.kind = 'lowStock') EXECUTE FUNCTION fail()`),
  )
  const kinds = async () => (await noticesOf(company.owner)).map(({ kind }) => kind)
  try {
    await expect(runAt('2026-11-21T11:00:00Z')).rejects.toThrow()
    expect(await kinds()).toEqual(['expenseDue'])
  } finally {
    await withOwner((owner) => owner.query('DROP TRIGGER fail ON notification; DROP FUNCTION fail()'))
  }
  await runAt('2026-11-21T11:00:00Z')
  expect(await kinds()).toEqual(['expenseDue', 'lowStock'])
})

test('an accountant of one legal entity is notified of its expenses alone, one of all of them of the whole company', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const otherEntity = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: otherEntity, name: 'Filial' }, select: { id: true } }),
  )
  const theirs = await addShop(company, 'Loja da matriz')
  const others = await addShop({ ...company, legalEntityId: otherEntity }, 'Loja da filial')
  await addExpense(company, '2026-11-22', { cents: 10n, shopId: theirs })
  await addExpense(company, '2026-11-22', { cents: 200n, shopId: others })
  await addExpense(company, '2026-11-22', { cents: 3000n })
  const [ofOne, ofAll, ofNone] = [
    await addMember(company, 'accountant'),
    await addMember(company, 'accountant'),
    await addMember(company, 'accountant'),
  ]
  const grant = (actor: Actor, legalEntityId: string) =>
    withOrganization(company, (db) =>
      db.membershipEntity.create({
        data: { organizationId, userId: actor.userId!, legalEntityId },
        select: { userId: true },
      }),
    )
  await grant(ofOne, company.legalEntityId)
  await grant(ofAll, company.legalEntityId)
  await grant(ofAll, otherEntity)
  await runAt('2026-11-21T11:00:00Z')
  const due = { kind: 'expenseDue', until: '2026-11-24' }
  const seenByOne = { ...ofOne, legalEntityIds: [company.legalEntityId] }
  expect(await noticesOf(seenByOne)).toEqual([{ ...due, count: 1, cents: '10' }])
  expect(await noticesOf(ofAll)).toEqual([{ ...due, count: 3, cents: '3210' }])
  expect(await noticesOf(company.owner)).toEqual([{ ...due, count: 3, cents: '3210' }])
  expect(await noticesOf({ ...ofNone, legalEntityIds: [] })).toEqual([])

  // Each notice goes with the sight that it was made of.
  expect(await noticesOf({ ...ofOne, legalEntityIds: [otherEntity] })).toEqual([])
  expect(await noticesOf({ ...ofAll, legalEntityIds: [company.legalEntityId] })).toEqual([])
  expect(await noticesOf({ ...company.owner, role: 'accountant', legalEntityIds: [] })).toEqual([])
})

test('a notification of half a year ago is deleted', async () => {
  const company = await createTestOrganization()
  await addProduct(company, 'LOW', 1)
  await runAt('2026-11-21T11:00:00Z')
  await inspect(company.organizationId, `update notification set created_at = '2026-05-01'`)
  await runAt('2026-11-22T11:00:00Z')
  expect(await noticesOf(company.owner)).toEqual([{ kind: 'lowStock', count: 1 }])
})
