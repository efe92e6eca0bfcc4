import { withOrganization } from '@/lib/core/db'
import { publishedCalled } from '../factories/published-fees'
import { writeObserved } from '@/lib/money/fees/observed'
import { listFeeRules } from '@/lib/money/fees/queries'
import { bandsInputOf, partsInputOf } from '@/lib/money/fees/rule-versions'
import { writeParticipation, type SeenParticipation } from '@/lib/money/fees/seen-participation'
import { defaultTerms } from '@/lib/money/fees/terms'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

const currentRule = async ({ organizationId }: TestOrganization) =>
  (await withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))).find(
    ({ sellerType, toDay }) => sellerType === 'cnpj' && toDay === null,
  )!

const version: Sample = async (company) => {
  const { id, version: shown, name, basis, rounding, bands, parts } = await currentRule(company)
  return {
    id,
    version: shown,
    name,
    basis,
    rounding,
    capCents: null,
    fromDay: '2026-12-01',
    bands: bandsInputOf(bands),
    parts: partsInputOf(parts),
  }
}

async function observed(company: TestOrganization, programmes: SeenParticipation[] = []) {
  const { organizationId } = company
  const { id: ruleId, version: shown } = await currentRule(company)
  const shopId = await addShop(company, newId())
  const { bands } = publishedCalled('shopee-2026-10-cnpj')
  const seen = {
    basis: 'item',
    capCents: null,
    bands,
    matched: 9,
    orders: 9,
    fromDay: '2026-10-01',
    toDay: '2026-11-01',
  } as const
  await withOrganization({ organizationId }, (db) =>
    db.feeRuleCheck.create({
      data: {
        organizationId,
        ruleId,
        shopId,
        matched: 0,
        differing: 9,
        isConfirmed: false,
        observed: writeObserved(seen),
        checkedAt: new Date(),
        programmes: writeParticipation(programmes),
      },
      select: { ruleId: true },
    }),
  )
  return { id: ruleId, version: shown, shopId, fromDay: '2026-10-01' }
}

/** A published table that the company does not have, and may take by its name. */
export const newerTable: Sample = async (company) => {
  // Edited before the table came: none was given it.
  const { organizationId } = company
  const { published, id } = await currentRule(company)
  await withOrganization({ organizationId }, (db) =>
    db.feeRule.updateMany({
      where: { organizationId, id },
      data: { published: null, fromDay: new Date('2026-09-01') },
    }),
  )
  return { key: published }
}

export const feeSamples: Record<string, Sample> = {
  'feeRule.save': version,
  'feeRule.preview': version,
  'feeRule.adopt': observed,
  'shopTerms.set': async (company) => ({
    ...defaultTerms,
    fromDay: '2026-05-01',
    seen: null,
    shopId: await addShop(company, newId()),
  }),
  'shopTerms.answer': async (company) => {
    const { shopId } = await observed(company, [
      { kind: 'protection', since: '2026-10-02', orders: 20, of: 20, rate: 0n },
    ])
    return { shopId, kind: 'protection', since: '2026-10-02', takesPart: true }
  },
  'shopTerms.remove': async (company) => {
    const { organizationId } = company
    const shopId = await addShop(company, newId())
    const { adsTopUpRate: _, denied: _denied, ...terms } = defaultTerms
    const data = { organizationId, shopId, fromDay: new Date('2026-05-01'), ...terms }
    await withOrganization({ organizationId }, (db) => db.shopTerms.create({ data, select: { shopId: true } }))
    return { shopId, fromDay: '2026-05-01', seen: defaultTerms }
  },
}
