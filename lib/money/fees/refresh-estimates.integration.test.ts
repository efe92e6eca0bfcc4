import { withOrganization } from '@/lib/core/db'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { listFeeRules } from '@/lib/money/fees/queries'
import { refreshEstimates } from '@/lib/money/fees/refresh-estimates'
import { bandsInputOf, partsInputOf } from '@/lib/money/fees/rule-versions'
import type { SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { saveFeeRule } from '@/lib/money/fees/save-rule'
import type { FeeRule } from '@/lib/money/fees/schema'
import { setShopTerms } from '@/lib/money/fees/set-terms'
import { defaultTerms } from '@/lib/money/fees/terms'
import { getOrderFor } from '@/lib/sales/orders/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'

const year = { from: '2026-04-01', to: '2199-12-31' }
const rulesOf = ({ organizationId }: TestOrganization) =>
  withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))
const current = async (company: TestOrganization) =>
  (await rulesOf(company)).find(({ sellerType, toDay }) => sellerType === 'cnpj' && toDay === '2026-09-30')!
const refresh = ({ organizationId }: TestOrganization, shopId: string, span = year, batch = 2) =>
  asWorker(() => refreshEstimates(organizationId, { shopId, ...span }, { batch }))
const linesOf = ({ organizationId }: TestOrganization, id: string) =>
  inspect<{ kind: string; cents: string; rule: string | null }>(
    organizationId,
    `SELECT kind, amount_cents::text AS cents, rule_id AS rule FROM money_line WHERE order_id = $1 AND source = 'rule' ORDER BY kind::text`,
    [id],
  )
const estimateOf = async ({ organizationId }: TestOrganization, id: string) =>
  (
    await inspect<{ cents: string | null }>(
      organizationId,
      'SELECT fees_estimated_cents::text AS cents FROM orders WHERE id = $1',
      [id],
    )
  )[0]!.cents
/** The same rule with one real more of every unit. */
const dearer = (rule: FeeRule, fromDay: string): SaveFeeRuleInput => ({
  id: rule.id,
  version: rule.version,
  fromDay,
  name: 'Nova',
  basis: rule.basis,
  capCents: null,
  rounding: rule.rounding,
  bands: bandsInputOf(rule.bands.map((band) => ({ ...band, fixedCents: band.fixedCents + 100n }))),
  parts: partsInputOf(rule.parts),
})

async function companyWithOrders() {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const listingId = await addListing(company, shopId, 'Anúncio')
  const ids = await addOrders(company, shopId, [
    { at: '2026-06-30T15:00:00Z', cents: 50_00n, listingId },
    { at: '2026-07-02T15:00:00Z', cents: 50_00n, listingId },
    { at: '2026-07-03T15:00:00Z', cents: 240_00n, units: 2, listingId },
    { at: '2026-07-04T15:00:00Z', cents: 50_00n, listingId, charged: 1_234n },
    { at: '2026-07-05T15:00:00Z', cents: 50_00n, listingId, status: 'cancelled' },
    { at: '2026-07-06T15:00:00Z', cents: 50_00n, listingId, status: 'pending' },
  ])
  await refresh(company, shopId)
  return { company, shopId, ids }
}

test('orders that wait for their charge follow a new rule, from its first day on, and every total with them', async () => {
  const { company, shopId, ids } = await companyWithOrders()
  const rule = await current(company)
  expect(await Promise.all(ids.map((id) => estimateOf(company, id)))).toEqual([
    '1400',
    '1400',
    '7360',
    null,
    null,
    null,
  ])
  await foldSales(company)
  const saved = await saveFeeRule(company.owner, dearer(rule, '2026-07-01'))
  const span = { from: '2026-07-01', to: '2199-12-31' }
  expect(await refresh(company, shopId, span)).toEqual({ looked: 2, changed: 2 })
  expect(await Promise.all(ids.map((id) => estimateOf(company, id)))).toEqual([
    '1400',
    '1500',
    '7560',
    null,
    null,
    null,
  ])
  expect(await linesOf(company, ids[1]!)).toEqual([
    { kind: 'commission', cents: '-900', rule: saved.id },
    { kind: 'service', cents: '-600', rule: saved.id },
  ])
  expect((await linesOf(company, ids[0]!)).map(({ rule: id }) => id)).toEqual([rule.id, rule.id])
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
  // The same again finds nothing to change.
  expect(await refresh(company, shopId, span)).toEqual({ looked: 2, changed: 0 })
})

test('a shop that takes part in ads top-ups from a day on has them in its estimates, outside of its fees', async () => {
  const { company, shopId, ids } = await companyWithOrders()
  await setShopTerms(company.owner, {
    ...defaultTerms,
    adsTopUpRate: 20_000n,
    shopId,
    fromDay: '2026-07-03',
    seen: null,
  })
  expect(await refresh(company, shopId)).toEqual({ looked: 3, changed: 1 })
  expect(await linesOf(company, ids[2]!)).toContainEqual(expect.objectContaining({ kind: 'ads', cents: '-480' }))
  expect(await estimateOf(company, ids[2]!)).toBe('7360')
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
})

test('a job whose worker stops in the middle fails, so that its rest is estimated by the next one', async () => {
  const { company, shopId } = await companyWithOrders()
  await saveFeeRule(company.owner, dearer(await current(company), '2026-07-01'))
  const stop = new AbortController()
  stop.abort(new Error('the worker stops'))
  const stopped = asWorker(() =>
    refreshEstimates(company.organizationId, { shopId, ...year }, { batch: 1, signal: stop.signal }),
  )
  await expect(stopped).rejects.toThrow('the worker stops')
  expect(await refresh(company, shopId)).toEqual({ looked: 3, changed: 2 })
})

test('both changes ask for the orders of their days', async () => {
  const { company, shopId } = await companyWithOrders()
  const queuedKeys = async () =>
    (
      await inspect<{ key: string }>(
        company.organizationId,
        `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'refresh-estimates' AND key LIKE $1 ORDER BY key`,
        [`%${shopId}%`],
      )
    ).map(({ key }) => key.split(':').slice(-2))
  await setShopTerms(company.owner, { ...defaultTerms, protection: true, shopId, fromDay: '2026-07-03', seen: null })
  expect(await queuedKeys()).toEqual([['2026-07-03', '2199-12-31']])
  await saveFeeRule(company.owner, dearer(await current(company), '2026-08-01'))
  expect(await queuedKeys()).toEqual([
    ['2026-07-03', '2199-12-31'],
    ['2026-08-01', '2026-09-30'],
  ])
})

test('an order shows how its fees are worked out: the rule, its version, each rate and the rounding', async () => {
  const { company, ids } = await companyWithOrders()
  const rule = await current(company)
  const me = { ...company.owner, timeZone: 'America/Sao_Paulo', userId: company.owner.userId! }
  const trace = async (place: number, role: 'owner' | 'operator' = 'owner') =>
    (await getOrderFor({ ...me, role }, ids[place]!))!.feeTrace
  expect(await trace(1)).toEqual(expectedCharges([{ unitPriceCents: 50_00n, quantity: 1 }], 0n, rule, defaultTerms))
  // A charged fee is explained by the rule of its day as well; an order that is no sale has no fee.
  expect(await trace(3)).toMatchObject({ rule: { id: rule.id, version: rule.version }, feesCents: 1_400n })
  expect(await trace(4)).toBeNull()
  expect(await trace(1, 'operator')).toBeUndefined()
})
