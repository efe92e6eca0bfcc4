import 'server-only'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import { countOrdersIn, listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { ruleSpans, type FeeShop, type RuleSpan } from '@/lib/money/fees/rule-spans'
import { corrected, mayBegin, readTerms, withVersion } from '@/lib/money/fees/rule-versions'
import type { FeeRule } from '@/lib/money/fees/schema'
import { termsOn } from '@/lib/money/fees/terms'
import type { Day } from '@/lib/core/dates'

export type RulePreview = {
  /** For the days and shops of the change. */
  orders: number
  /** Those whose fees were worked out, the newest; all of them where there are no more. */
  counted: number
  beforeCents: string
  afterCents: string
  /** SKUs of the counted orders that pay something else than before. */
  skus: number
  changedOrders: number
}

const mostCounted = 5_000

/** The effect of a change, before it is made. */
export const previewFeeRule = (actor: Actor, input: SaveFeeRuleInput): Promise<RulePreview> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const rules = await listFeeRules(db, organizationId)
    const shops = await listFeeShops(db, organizationId)
    const base = rules.find(({ id }) => id === input.id)
    if (!base) throw new UserError('notFound')
    const { fromDay } = input
    if (fromDay !== null && !mayBegin(base, fromDay))
      throw new UserError('invalidInput', { fields: { fromDay: ['fees.fields.fromDayOutside'] } })
    const drafted: FeeRule = { ...base, ...readTerms(input, base), ...(fromDay !== null && { fromDay, id: draftId }) }
    const next = fromDay === null ? corrected(rules, drafted) : withVersion(rules, base, drafted)
    const spans = ruleSpans(next, shops).filter(({ ruleId }) => ruleId === drafted.id)
    const orders = Number(await countOrdersIn(db, organizationId, spans))
    return { orders, ...compare(await listOrders(db, organizationId, spans), rules, next, shops) }
  })

/** For a rule that does not exist yet. */
const draftId = '00000000-0000-0000-0000-000000000000'

type Row = { shopId: string; day: Day; voucher: bigint; items: { q: number; p: number; m: number; s: string }[] }

const listOrders = (db: Db, organizationId: string, spans: readonly RuleSpan[]): Promise<Row[]> => db.$queryRaw`
  WITH newest AS MATERIALIZED (
    SELECT o.id, o.shop_id, o.local_day, o.seller_voucher_cents, o.placed_at
    FROM jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS s("shopId" uuid, "from" date, "to" date)
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.outlet_id = s."shopId" AND o.local_day BETWEEN s."from" AND s."to"
      AND o.placed_at >= s."from" - 1 AND o.placed_at < s."to" + 2
    WHERE o.status NOT IN ('pending', 'cancelled') ORDER BY o.placed_at DESC, o.id DESC LIMIT ${mostCounted}
  ), items AS (
    SELECT i.order_id, jsonb_agg(jsonb_build_object('q', i.quantity, 'p', i.unit_price_cents, 'm', i.subtotal_cents, 's', coalesce(i.sku, i.title)) ORDER BY i.line) AS items
    FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id IN (SELECT n.id FROM newest n) GROUP BY 1
  )
  SELECT n.shop_id AS "shopId", to_char(n.local_day, 'YYYY-MM-DD') AS day, n.seller_voucher_cents AS voucher, i.items
  FROM newest n JOIN items i ON i.order_id = n.id`

function compare(rows: Row[], before: FeeRule[], after: FeeRule[], shops: FeeShop[]) {
  const skus = new Set<string>()
  let [beforeCents, afterCents, changedOrders] = [0n, 0n, 0]
  for (const { shopId, day, voucher, items } of rows) {
    const shop = shops.find(({ id }) => id === shopId)
    if (!shop) continue
    const terms = termsOn(shop.terms, day)
    const { sellerType, formerly } = shop
    const subject = { platform: 'shopee', sellerType, formerly, programme: terms.programme, day } as const
    const lines = items.flatMap(({ q, p, m }) =>
      feeLinesOf({ quantity: q, unitPriceCents: BigInt(p), subtotalCents: BigInt(m) }),
    )
    const [old, fresh] = [before, after].map((rules) => {
      const rule = feeRuleOn(rules, subject)
      return rule && expectedCharges(lines, voucher, rule, terms)
    })
    beforeCents += old?.feesCents ?? 0n
    afterCents += fresh?.feesCents ?? 0n
    if (old?.feesCents === fresh?.feesCents) continue
    changedOrders++
    items.forEach(({ s }) => skus.add(s))
  }
  const cents = { beforeCents: beforeCents.toString(), afterCents: afterCents.toString() }
  return { counted: rows.length, ...cents, skus: skus.size, changedOrders }
}
