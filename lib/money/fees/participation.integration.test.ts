import { withOrganization } from '@/lib/core/db'
import { answerParticipation } from '@/lib/money/fees/answer-participation'
import { confirmRules } from '@/lib/money/fees/confirm-rules'
import { markDays } from '@/lib/money/fees/mark-days'
import { listOpenParticipation } from '@/lib/money/fees/participation-queries'
import { listFeeRules } from '@/lib/money/fees/queries'
import { refreshEstimates } from '@/lib/money/fees/refresh-estimates'
import { removeShopTerms, setShopTerms } from '@/lib/money/fees/set-terms'
import { listFeeShops, listShopTerms } from '@/lib/money/fees/shop-terms'
import { defaultTerms, termsOn } from '@/lib/money/fees/terms'
import { markSpans } from '@/lib/money/reconciliation/mark-spans'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { addChargedSales } from '@/lib/testing/factories/charged-sales'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'

const prices = Array.from({ length: 25 }, (_, at) => 12_34n + BigInt(at) * 1_93n)
const september = async ({ organizationId }: TestOrganization) =>
  (await withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))).find(
    ({ published }) => published === 'shopee-2026-04-cnpj',
  )!

/** The payout of the order of 8 October, and what the reconciliation says of it. */
async function release({ organizationId }: TestOrganization, shopId: string): Promise<void> {
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(
      `insert into release (organization_id, shop_id, external_code, source, amount_cents, released_at)
       values ($1, $2, '2610082QFT1WTB', 'api', 1701, '2026-10-20T12:00:00Z')`,
      [organizationId, shopId],
    )
  })
}

async function reconcile({ organizationId }: TestOrganization, shopId: string) {
  await withOrganization({ organizationId }, (db) =>
    markDays(db, organizationId, [{ shopId, from: '2026-10-08', to: '2026-10-08' }]),
  )
  await asWorker(async () => {
    await markSpans(organizationId)
    await reconcileOrders(organizationId)
  })
}

const settled = ({ organizationId }: TestOrganization) =>
  withOrganization({ organizationId }, (db) =>
    db.settlement.findMany({ select: { expectedCents: true, differenceCents: true, state: true, cause: true } }),
  )

test('a fee that nearly all orders of a shop pay is asked about once; a yes holds from its day on, a no is an error again', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  const rule = await september(company)
  const ids = await addChargedSales(company, shopId, rule, prices)
  await withOrganization({ organizationId }, (db) =>
    db.moneyLine.createMany({
      data: ids.map((orderId) => ({
        organizationId,
        orderId,
        kind: 'protection' as const,
        source: 'api' as const,
        amountCents: -49n,
        key: 'shipping_seller_protection_fee_amount',
        asOf: new Date(),
      })),
    }),
  )
  await asWorker(() => confirmRules(organizationId))
  const openParticipation = () =>
    withOrganization({ organizationId }, (db) => listOpenParticipation(db, organizationId))
  const [programme] = await openParticipation()
  expect(programme).toMatchObject({ shopId, kind: 'protection', orders: ids.length, of: ids.length })
  const { since } = programme!
  const marked = await inspect(organizationId, `select from_day::text as from, to_day::text as to from reconcile_span`)
  expect(marked).toEqual([{ from: since, to: '2199-12-31' }])
  // A coming charge is expected with it, as the reconciliation does.
  const [open] = await addOrders(company, shopId, [
    { at: '2026-09-25T15:00:00Z', cents: 50_00n, listingId: await addListing(company, shopId, 'Outro') },
  ])
  const estimated = async () => {
    await asWorker(() => refreshEstimates(organizationId, { shopId, from: '2026-09-25', to: '2026-09-25' }))
    const lines = await inspect<{ kind: string }>(
      organizationId,
      `select kind::text from money_line where order_id = $1 and source = 'rule'`,
      [open],
    )
    return lines.map(({ kind }) => kind).toSorted()
  }
  expect(await estimated()).toEqual(['commission', 'protection', 'service'])
  const refreshing = await inspect<{ key: string }>(
    organizationId,
    `select key from graphile_worker.jobs where task_identifier = 'refresh-estimates' and key like $1`,
    [`%${shopId}:${since}:%`],
  )
  expect(refreshing).toHaveLength(1)
  const answer = (takesPart: boolean) =>
    answerParticipation(company.owner, { shopId, kind: 'protection', since, takesPart })
  const terms = () =>
    withOrganization({ organizationId }, async (db) => (await listShopTerms(db, organizationId)).get(shopId))

  await answer(false)
  expect(await terms()).toEqual([{ ...defaultTerms, fromDay: since, denied: ['protection'] }])
  expect(await openParticipation()).toEqual([])
  expect(await estimated()).toEqual(['commission', 'service'])
  await expect(answer(true)).rejects.toThrow('staleVersion')
  await removeShopTerms(company.owner, {
    shopId,
    fromDay: since,
    seen: { ...defaultTerms, denied: ['protection'] },
  })
  await answer(true)
  expect(await terms()).toEqual([{ ...defaultTerms, fromDay: since, protection: true }])
  expect(await openParticipation()).toEqual([])
  await asWorker(() => confirmRules(organizationId))
  expect(await openParticipation()).toEqual([])
})

test('a fee seen under one rule is no error under the next one either, before it is answered', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  await setShopTerms(company.owner, { ...defaultTerms, shopId, fromDay: '2026-01-01', seen: null })
  const rules = await withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))
  const check = (published: string, programmes: object[]) => ({
    organizationId,
    shopId,
    ruleId: rules.find((rule) => rule.published === published)!.id,
    matched: 20,
    differing: 0,
    isConfirmed: true,
    programmes,
    checkedAt: new Date(),
  })
  const seen = { kind: 'protection', since: '2026-09-10', orders: 20, of: 20, rate: '0' }
  await withOrganization({ organizationId }, (db) =>
    db.feeRuleCheck.createMany({ data: [check('shopee-2026-04-cnpj', [seen]), check('shopee-2026-10-cnpj', [])] }),
  )
  const listingId = await addListing(company, shopId, 'Anúncio')
  // The order of 8 October, with Devolução Fácil.
  const lines = { product_revenue: 27_49n, commission: -5_11n, service: -4_88n, protection: -49n }
  await addOrders(company, shopId, [
    { at: '2026-10-08T15:00:00Z', cents: 27_49n, charged: 10_48n, code: '2610082QFT1WTB', listingId, lines },
  ])
  await release(company, shopId)
  await reconcile(company, shopId)
  expect(await settled(company)).toEqual([
    { expectedCents: 17_01n, differenceCents: 0n, state: 'reconciled', cause: null },
  ])
})

test('the first payout of a new shop, charged for easy returns, is right; once they are denied it is short', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const listingId = await addListing(company, shopId, 'Anúncio')
  const lines = { product_revenue: 27_49n, commission: -5_11n, service: -4_88n, protection: -49n }
  await addOrders(company, shopId, [
    { at: '2026-10-08T15:00:00Z', cents: 27_49n, charged: 10_48n, code: '2610082QFT1WTB', listingId, lines },
  ])
  await release(company, shopId)
  await reconcile(company, shopId)
  await asWorker(() => confirmRules(company.organizationId))
  await asWorker(() => reconcileOrders(company.organizationId))
  expect(await settled(company)).toMatchObject([{ differenceCents: 0n, state: 'reconciled', cause: null }])
  const terms = { ...defaultTerms, shopId, fromDay: '2026-10-01' as const, seen: null }
  await setShopTerms(company.owner, { ...terms, denied: ['protection'] })
  await reconcile(company, shopId)
  expect(await settled(company)).toMatchObject([{ differenceCents: -49n, state: 'underpaid', cause: 'protection' }])
})

test('an answer holds for later terms too: each day that it changes is in the trail, and none is denied twice', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  const later = [
    { ...defaultTerms, shopId, fromDay: '2026-10-01' as const, campaign: true, seen: null },
    { ...defaultTerms, shopId, fromDay: '2026-11-01' as const, seen: null },
  ]
  for (const terms of later) await setShopTerms(company.owner, terms)
  await withOrganization({ organizationId }, async (db) => {
    await db.shopTerms.updateMany({
      where: { shopId, fromDay: new Date('2026-10-01') },
      data: { denied: ['protection'] },
    })
    const rule = (await listFeeRules(db, organizationId)).find(({ published }) => published === 'shopee-2026-04-cnpj')!
    const programmes = [{ kind: 'protection', since: '2026-09-10', orders: 20, of: 20, rate: '0' }]
    await db.feeRuleCheck.create({
      data: {
        organizationId,
        shopId,
        ruleId: rule.id,
        matched: 20,
        differing: 0,
        isConfirmed: true,
        programmes,
        checkedAt: new Date(),
      },
      select: { shopId: true },
    })
  })
  await answerParticipation(company.owner, { shopId, kind: 'protection', since: '2026-09-10', takesPart: false })
  const auditEvents = await inspect(
    organizationId,
    `select before->>'fromDay' as was, before->'denied' as before, after->>'fromDay' as day, after->'denied' as after
     from audit_event where event = 'shopTerms.set' order by id`,
  )
  const denied = ['protection']
  expect(auditEvents.slice(later.length)).toEqual([
    { was: '2026-09-10', before: null, day: '2026-09-10', after: denied },
    // It was denied for October before: nothing changes there.
    { was: '2026-11-01', before: null, day: '2026-11-01', after: denied },
  ])
  const stored = await inspect(
    organizationId,
    `select from_day::text as day, denied::text[], campaign from shop_terms order by from_day`,
  )
  expect(stored).toEqual([
    { day: '2026-09-10', denied, campaign: false },
    { day: '2026-10-01', denied, campaign: true },
    { day: '2026-11-01', denied, campaign: false },
  ])
})

test('an individual’s orders of 90 days say whether each item costs more, unless somebody says it', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`update legal_entity set seller_type = 'cpf' where organization_id = $1`, [organizationId])
    await owner.query(
      `insert into sales_day (organization_id, day, outlet_id, platform, orders)
       select $1::uuid, d::date, $2::uuid, 'shopee', n from (values ('2026-01-01', 1), ('2026-06-01', 450), ('2026-10-01', 451)) t (d, n)`,
      [organizationId, shopId],
    )
  })
  const on = async (day: string) =>
    termsOn((await withOrganization({ organizationId }, (db) => listFeeShops(db, organizationId)))[0]!.terms, day)
      .highVolume
  expect([await on('2026-01-10'), await on('2026-06-01'), await on('2026-10-01'), await on('2027-02-01')]).toEqual([
    null,
    false,
    true,
    false,
  ])
  const said = { ...defaultTerms, highVolume: false }
  await setShopTerms(company.owner, { ...said, shopId, fromDay: '2026-10-01', seen: null })
  expect(await on('2026-10-01')).toBe(false)
})
