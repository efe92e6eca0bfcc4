import { addDays, type Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { speaksOfAdvance, speaksOfFulfilment } from '@/lib/money/wallet/report-words'

/** Money of a shop that no order explains, signed from the seller's side. */
export const shopMoneyLines = ['advanceFees', 'advanceDeducts', 'fulfilment', 'shopAdjustments'] as const
export type ShopMoneyLine = (typeof shopMoneyLines)[number]

/** As the wallet, the income report or the list of advances tells it; `words` are the platform's own. */
export type ShopEntry = { shopId: string; day: Day; cents: Cents; words: string }
export type ShopSources = {
  wallet: readonly ShopEntry[]
  report: readonly ShopEntry[]
  /** Fees of advances, from the seller's own list of them. */
  advances: readonly ShopEntry[]
}
export type ShopMoney = { shopId: string; day: Day; line: ShopMoneyLine; cents: Cents }

/** Two witnesses date the same amount so many days apart at most. */
export const SOURCE_DAYS = 3

/** In the words of an entry: what the wallet takes for advances and names no order, by its type 458 as by the words of its report. */
export const EARLY_RETURN = 'early_payout_return'

const lineOf = ({ words }: ShopEntry): ShopMoneyLine =>
  words === EARLY_RETURN
    ? 'advanceDeducts'
    : speaksOfAdvance(words)
      ? 'advanceFees'
      : speaksOfFulfilment(words)
        ? 'fulfilment'
        : 'shopAdjustments'

const ofAdvances: readonly ShopMoneyLine[] = ['advanceFees', 'advanceDeducts']

const isNear = (a: Day, b: Day) => b >= addDays(a, -SOURCE_DAYS) && b <= addDays(a, SOURCE_DAYS)

/**
 * Each amount once: the wallet's where it has one of the same amount within three days, else the income report's. The
 * list of advances has their fees for the days around its rows; whether the wallet's charge for advances is their fee
 * or a repayment is not published, and both are in that list and with the orders.
 */
export function shopMoneyOf({ wallet, report, advances }: ShopSources): ShopMoney[] {
  const bySource = new Map<string, ShopEntry[]>()
  for (const each of wallet) {
    const key = `${each.shopId} ${each.cents}`
    bySource.set(key, [...(bySource.get(key) ?? []), each])
  }
  const alone = [...report]
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .filter((each) => {
      const same = bySource.get(`${each.shopId} ${each.cents}`) ?? []
      const at = same.findIndex(({ day }) => isNear(each.day, day))
      if (at >= 0) same.splice(at, 1)
      return at < 0
    })
  const isListed = ({ shopId, day }: ShopEntry) => advances.some((one) => one.shopId === shopId && isNear(one.day, day))
  const others = [...wallet, ...alone].filter((each) => !ofAdvances.includes(lineOf(each)) || !isListed(each))
  return [
    ...advances.map(({ shopId, day, cents }) => ({ shopId, day, line: 'advanceFees' as const, cents })),
    ...others.map((each) => ({ shopId: each.shopId, day: each.day, line: lineOf(each), cents: each.cents })),
  ]
}
