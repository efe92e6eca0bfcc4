import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { adoptFeeRule } from '@/lib/money/fees/adopt-rule'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { confirmRules } from '@/lib/money/fees/confirm-rules'
import { previewFeeRule } from '@/lib/money/fees/preview-rule'
import { writeObserved } from '@/lib/money/fees/observed'
import { listFeeRules, listRuleChecks } from '@/lib/money/fees/queries'
import { listShopTerms } from '@/lib/money/fees/shop-terms'
import type { SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { saveFeeRule } from '@/lib/money/fees/save-rule'
import type { FeeRule } from '@/lib/money/fees/schema'
import { removeShopTerms, setShopTerms } from '@/lib/money/fees/set-terms'
import { defaultTerms } from '@/lib/money/fees/terms'
import { markSpans } from '@/lib/money/reconciliation/mark-spans'
import { asWorker } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addChargedSales } from '@/lib/testing/factories/charged-sales'
import { addListing, addOrders as addSales, addShop, type TestOrder } from '@/lib/testing/factories/sales'
import { bandsInputOf, partsInputOf } from '@/lib/money/fees/rule-versions'

type Company = TestOrganization
const addOrders = async (company: Company, shopId: string, orders: TestOrder[]) => {
  const listingId = await addListing(company, shopId, 'Anúncio')
  return addSales(
    company,
    shopId,
    orders.map((order) => ({ ...order, listingId })),
  )
}
const rulesOf = ({ organizationId }: Company) =>
  withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))
const checksOf = ({ organizationId }: Company) =>
  withOrganization({ organizationId }, (db) => listRuleChecks(db, organizationId))
/** Once the job has marked them. */
const dueOf = async ({ organizationId }: Company) => {
  await asWorker(() => markSpans(organizationId))
  return withOrganization({ organizationId }, (db) =>
    db.reconcileDue.findMany({ where: { organizationId }, select: { externalCode: true } }),
  )
}
const nothingDue = ({ organizationId }: Company) =>
  withOrganization({ organizationId }, (db) => db.reconcileDue.deleteMany({ where: { organizationId } }))
const events = ({ organizationId }: Company) =>
  withOrganization({ organizationId }, async (db) =>
    (await db.auditEvent.findMany({ where: { organizationId }, select: { event: true } })).map(({ event }) => event),
  )

/** The rule of September 2026. */
const current = async (company: Company): Promise<FeeRule> =>
  (await rulesOf(company)).find(({ sellerType, toDay }) => sellerType === 'cnpj' && toDay === '2026-09-30')!
/** The charged amounts, without their source. */
const amountsOf = (bands: FeeRule['bands']) => bands.map(({ origin: _, ...band }) => band)

const inputOf = (rule: FeeRule, changes: Partial<SaveFeeRuleInput> = {}): SaveFeeRuleInput => ({
  id: rule.id,
  version: rule.version,
  fromDay: '2026-07-01',
  name: 'Nova tabela',
  basis: rule.basis,
  capCents: null,
  rounding: rule.rounding,
  bands: bandsInputOf(rule.bands),
  parts: partsInputOf(rule.parts),
  ...changes,
})
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: UserError) => [error.code, error.fields],
  )

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.ceil((to - from) / by) }, (_, index) => BigInt(from + index * by))
const prices = steps(12_34, 290_00, 1_93)

test('a new version ends the one before, marks the orders of its days and is written down', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const ids = await addOrders(company, shopId, [
    { at: '2026-06-30T15:00:00Z' },
    { at: '2026-07-01T15:00:00Z' },
    { at: '2026-08-01T15:00:00Z' },
  ])
  await nothingDue(company)
  const rule = await current(company)
  const saved = await saveFeeRule(company.owner, inputOf(rule))
  expect((await dueOf(company)).map(({ externalCode }) => externalCode).toSorted()).toEqual(ids.slice(1).toSorted())
  const rules = await rulesOf(company)
  expect(rules.find(({ id }) => id === rule.id)).toMatchObject({ toDay: '2026-06-30', version: 2 })
  expect(rules.find(({ id }) => id === saved.id)).toEqual({
    ...rule,
    id: saved.id,
    name: 'Nova tabela',
    fromDay: '2026-07-01',
    toDay: '2026-09-30',
    version: 1,
    confirmedBy: 0,
    published: null,
  })
  expect(await events(company)).toContain('feeRule.versioned')
})

test('a rule that orders used is not corrected, one that none used is', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await addOrders(company, shopId, [{ at: '2026-07-02T15:00:00Z' }])
  const rules = await rulesOf(company)
  const used = await current(company)
  expect(await refusal(saveFeeRule(company.owner, inputOf(used, { fromDay: null })))).toEqual([
    'feeRuleUsed',
    undefined,
  ])
  const unused = rules.find(({ sellerType, toDay }) => sellerType === 'cpf' && toDay === null)!
  const bands = [{ fromCents: 0n, commission: '0.1', service: '0', fixedCents: 1n, cheap: null }]
  await saveFeeRule(company.owner, inputOf(unused, { fromDay: null, bands, parts: [] }))
  expect((await rulesOf(company)).find(({ id }) => id === unused.id)).toMatchObject({
    version: 2,
    parts: [],
    bands: [{ fromCents: 0n, toCents: null, commission: 100_000n, service: 0n, fixedCents: 1n }],
  })
})

test('the second of two concurrent changes of a rule is refused, and a day on which it does not hold is refused at its field', async () => {
  const company = await createTestOrganization()
  const rule = await current(company)
  await saveFeeRule(company.owner, inputOf(rule))
  expect(await refusal(saveFeeRule(company.owner, inputOf(rule)))).toEqual(['staleVersion', undefined])
  const fresh = await current(company)
  expect(await refusal(saveFeeRule(company.owner, inputOf(fresh, { fromDay: '2026-06-30' })))).toEqual([
    'invalidInput',
    { fromDay: ['fees.fields.fromDayOutside'] },
  ])
  const stranger = await createTestOrganization()
  expect(await refusal(saveFeeRule(stranger.owner, inputOf(fresh)))).toEqual(['notFound', undefined])
})

test('a preview says what would change, and changes nothing', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await addOrders(company, shopId, [
    { at: '2026-06-30T15:00:00Z', cents: 50_00n },
    { at: '2026-07-01T15:00:00Z', cents: 50_00n },
    { at: '2026-08-01T15:00:00Z', cents: 150_00n },
    { at: '2026-08-02T15:00:00Z', cents: 150_00n, status: 'cancelled' },
  ])
  await nothingDue(company)
  const rule = await current(company)
  const bands = inputOf(rule).bands.map((band, at) => (at === 2 ? { ...band, fixedCents: 18_00n } : band))
  expect(await previewFeeRule(company.owner, inputOf(rule, { bands }))).toEqual({
    orders: 3,
    counted: 2,
    changedOrders: 1,
    skus: 1,
    beforeCents: String(14_00 + 41_00),
    afterCents: String(14_00 + 39_00),
  })
  expect(await rulesOf(company)).toHaveLength(brazilFeeHistory.length)
  expect(await dueOf(company)).toEqual([])
})

test('charged orders confirm the rule they follow; another rule’s are proposed exactly, and adopted in one step', async () => {
  const company = await createTestOrganization()
  const [right, wrong] = [await addShop(company, 'Certa'), await addShop(company, 'Outra')]
  const rule = await current(company)
  const other: FeeRule = {
    ...rule,
    bands: rule.bands.map((band) => (band.fixedCents === 20_00n ? { ...band, fixedCents: 18_00n } : band)),
  }
  await addChargedSales(company, right, rule, prices)
  await addChargedSales(company, wrong, other, prices)
  await asWorker(() => confirmRules(company.organizationId))
  const checks = await checksOf(company)
  expect(checks.find(({ shop }) => shop.id === right)).toMatchObject({
    ruleId: rule.id,
    matched: prices.length,
    differing: 0,
    isConfirmed: true,
    observed: null,
  })
  const proposed = checks.find(({ shop }) => shop.id === wrong)!
  expect(proposed).toMatchObject({ isConfirmed: false, observed: { basis: 'item', bands: amountsOf(other.bands) } })
  expect((await current(company)).confirmedBy).toBe(prices.length)

  const fromDay = proposed.observed!.fromDay
  await adoptFeeRule(company.owner, { id: rule.id, version: rule.version, shopId: wrong, fromDay })
  expect(await current(company)).toMatchObject({
    fromDay,
    bands: amountsOf(other.bands),
    parts: rule.parts,
    version: 1,
  })
  // An adopted band is marked; the others keep their source.
  expect((await current(company)).bands.map(({ origin }) => origin.certainty)).toEqual([
    'announced',
    'announced',
    'observed',
    'announced',
  ])
  await asWorker(() => confirmRules(company.organizationId))
  const next = await current(company)
  const after = (await checksOf(company)).filter(({ ruleId }) => ruleId === next.id)
  expect(after.map(({ shop, isConfirmed }) => [shop.id === wrong, isConfirmed]).toSorted()).toEqual([
    [false, false],
    [true, true],
  ])
}, 60_000)

test('one charged order in a band that was not seen before does not turn a confirmed rule', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const rule = await current(company)
  const isConfirmed = async () => (await checksOf(company)).find(({ ruleId }) => ruleId === rule.id)?.isConfirmed
  await addChargedSales(company, shopId, rule, steps(12_34, 70_00, 1_93))
  await asWorker(() => confirmRules(company.organizationId))
  expect(await isConfirmed()).toBe(true)
  await addChargedSales(company, shopId, rule, [90_00n])
  expect(await asWorker(() => confirmRules(company.organizationId))).toMatchObject({ turned: 0 })
  expect(await isConfirmed()).toBe(true)
})

async function addObserved({ organizationId }: Company, shopId: string, rule: FeeRule, changes: Partial<FeeRule> = {}) {
  const { basis, capCents, bands, id: ruleId } = { ...rule, ...changes }
  const seen = { basis, capCents, bands, matched: 9, orders: 9, fromDay: rule.fromDay, toDay: rule.fromDay }
  const check = { matched: 0, differing: 9, isConfirmed: false, observed: writeObserved(seen), checkedAt: new Date() }
  await withOrganization({ organizationId }, (db) =>
    db.feeRuleCheck.create({ data: { organizationId, ruleId, shopId, ...check }, select: { ruleId: true } }),
  )
}

test('an adopted band keeps the cap it was observed with', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const rule = (await rulesOf(company)).find(({ capCents, sellerType }) => capCents !== null && sellerType === 'cnpj')!
  const { id, version, bands } = rule
  await addObserved(company, shopId, rule)
  await adoptFeeRule(company.owner, { id, version, shopId, fromDay: '2026-01-01' })
  const adopted = (await rulesOf(company)).find(({ fromDay }) => fromDay === '2026-01-01')!
  expect(adopted).toMatchObject({ capCents: 100_00n, bands })
})

test('a rule that could not be saved is not adopted either', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const rule = await current(company)
  const [first] = rule.bands
  await addObserved(company, shopId, rule, { bands: [{ ...first!, toCents: null, commission: 940_000n }] })
  const { id, version, fromDay } = rule
  expect(await refusal(adoptFeeRule(company.owner, { id, version, shopId, fromDay }))).toEqual([
    'observedRuleUnsound',
    undefined,
  ])
  expect(await current(company)).toEqual(rule)
})

test('a shop’s terms hold from their day on, and the orders until the next are looked at again', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await addOrders(company, shopId, [
    { at: '2026-05-31T15:00:00Z' },
    { at: '2026-06-15T15:00:00Z' },
    { at: '2026-08-01T15:00:00Z' },
  ])
  const set = (fromDay: string, changes: object, seen: typeof defaultTerms | null, by: Actor = company.owner) =>
    setShopTerms(by, { shopId, fromDay, ...defaultTerms, ...changes, seen })
  await nothingDue(company)
  await set('2026-07-01', { campaign: true }, null)
  expect(await dueOf(company)).toHaveLength(1)
  await nothingDue(company)
  await set('2026-06-01', { protection: true }, null)
  expect(await dueOf(company)).toHaveLength(1)
  expect(await refusal(set('2026-06-01', {}, null))).toEqual(['staleVersion', undefined])
  await set('2026-06-01', { adsTopUpRate: 20_000n }, { ...defaultTerms, protection: true })
  const terms = () =>
    withOrganization(company.owner, async (db) => (await listShopTerms(db, company.organizationId)).get(shopId))
  expect(await terms()).toEqual([
    { ...defaultTerms, fromDay: '2026-06-01', adsTopUpRate: 20_000n },
    { ...defaultTerms, fromDay: '2026-07-01', campaign: true },
  ])
  await removeShopTerms(company.owner, {
    shopId,
    fromDay: '2026-06-01',
    seen: { ...defaultTerms, adsTopUpRate: 20_000n },
  })
  expect(await terms()).toHaveLength(1)
  expect(await events(company)).toEqual(expect.arrayContaining(['shopTerms.set', 'shopTerms.removed']))
  const stranger = await createTestOrganization()
  expect(await refusal(set('2026-07-01', {}, null, stranger.owner))).toEqual(['notFound', undefined])
})
