import type { Database } from '../database'
import { orderIncome } from '../payment/escrow'
import { sandboxFeeRuleOn, type ShopFees } from '../payment/fee-table'
import type { HistoryDay } from './calendar'
import { chance } from './chance'

type SoldModel = {
  item_id: bigint
  model_id: bigint
  original_price_cents: number
  rank: number
  fulfilled_by_shopee: boolean
}

export const QUANTITIES = 3
export const EXTRAS = { none: 0, voucher: 1, affiliate: 2 }
const EXTRA_COUNT = 3

/**
 * A template of a line of history: every sum is calculated once, here, by the same formula that get_escrow_detail
 * answers by.
 */
export type LineTemplate = {
  no: number
  model_no: number
  unit_cents: number
  quantity: number
  amount_cents: number
  voucher_cents: number
  affiliate_cents: number
  /** The escrow without freight and before the fee that comes at completion. */
  net_cents: number
}

const AFFILIATE_SHARE = 0.06
const CAMPAIGN_PRICE = 0.88
/** Distribution of the sales over the listings by rank: about a fifth of them makes most of the revenue. */
const PARETO = 1.05

export async function listSoldModels(db: Database, shopId: bigint): Promise<SoldModel[]> {
  const { rows } = await db.query<SoldModel>(
    `SELECT m.item_id, m.model_id, m.original_price_cents, i.fulfilled_by_shopee,
       dense_rank() OVER (ORDER BY i.item_id)::integer AS rank
     FROM item i JOIN model m USING (item_id)
     WHERE i.shop_id = $1 AND i.status NOT IN ('SELLER_DELETE', 'SHOPEE_DELETE') ORDER BY i.item_id, m.model_id`,
    [shopId],
  )
  return rows
}

export const modelWeights = (models: SoldModel[], seed: string): number[] =>
  models.map((model, index) => {
    const siblings = models.filter((other) => other.item_id === model.item_id).length
    return ((0.5 + chance(seed, 'model', index)) * model.rank ** -PARETO) / siblings
  })

/** Number of a template from what it is made of; draw-orders.ts counts the same way. */
export const templateNo = (
  part: { model: number; rule: number; campaign: number; quantity: number; extra: number },
  rules: number,
) =>
  (((part.model * rules + part.rule) * 2 + part.campaign) * QUANTITIES + part.quantity - 1) * EXTRA_COUNT + part.extra

/** The first day of each fee rule that holds during the history, and each day's rule. */
export function rulesOf(days: HistoryDay[], fees: ShopFees): { ruleDays: string[]; ruleOfDay: number[] } {
  const names = days.map(({ day }) => sandboxFeeRuleOn(fees, day).fromDay)
  const distinct = [...new Set(names)]
  return {
    ruleDays: distinct.map((name) => days[names.indexOf(name)]!.day),
    ruleOfDay: names.map((name) => distinct.indexOf(name)),
  }
}

export function makeTemplates(models: SoldModel[], ruleDays: string[], fees: ShopFees): LineTemplate[] {
  const templates: LineTemplate[] = []
  for (const [model, sold] of models.entries())
    for (const [rule, day] of ruleDays.entries())
      for (const campaign of [0, 1])
        for (let quantity = 1; quantity <= QUANTITIES; quantity++)
          for (const extra of Object.values(EXTRAS)) {
            const unitCents = campaign
              ? Math.round((sold.original_price_cents * CAMPAIGN_PRICE) / 10) * 10
              : sold.original_price_cents
            const no = templateNo({ model, rule, campaign, quantity, extra }, ruleDays.length)
            templates.push({ no, model_no: model, ...priced({ sold, day, unitCents, quantity, extra }, fees) })
          }
  return templates
}

type Choice = { sold: SoldModel; day: string; unitCents: number; quantity: number; extra: number }

function priced(
  { sold, day, unitCents, quantity, extra }: Choice,
  fees: ShopFees,
): Omit<LineTemplate, 'no' | 'model_no'> {
  const amountCents = unitCents * quantity
  const voucherCents = extra === EXTRAS.voucher ? Math.max(100, Math.floor(amountCents / 2000) * 100) : 0
  const affiliateCents = extra === EXTRAS.affiliate ? Math.round(amountCents * AFFILIATE_SHARE) : 0
  const income = orderIncome(
    {
      day,
      lines: [
        { originalUnitCents: sold.original_price_cents, unitCents, units: quantity, returnedUnits: 0, affiliateCents },
      ],
      sellerVoucherCents: voucherCents,
      shopeeVoucherCents: 0,
      coinsCents: 0,
      pixDiscountCents: 0,
      buyerPaidShippingCents: 0,
      actualShippingCents: 0,
      shippingRebateCents: 0,
      reverseShippingCents: 0,
      productRebateCents: 0,
      completed: false,
      cancelled: false,
    },
    fees,
  )
  return {
    unit_cents: unitCents,
    quantity,
    amount_cents: amountCents,
    voucher_cents: voucherCents,
    affiliate_cents: affiliateCents,
    net_cents: income.escrowCents,
  }
}
