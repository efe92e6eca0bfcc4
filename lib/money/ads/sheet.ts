import type { AdsGroup } from '@/lib/sales/sales-figures/analysis-filters'
import type { Heading, Value } from '@/lib/core/exports/list-kind'
import type { Translate } from '@/lib/core/i18n/translator'
import { acosOf, breakEvenRoas, ctrOf, roasOf } from './ratios'
import type { AdsRow } from './read-ads'

/** The contribution of the sales after ads; null where either is unknown, or several items share the sales. */
export const leftAfterAds = ({ ads, sales, isShared }: Pick<AdsRow, 'ads' | 'sales' | 'isShared'>): bigint | null =>
  isShared || !ads || !sales || sales.contributionCents === null ? null : sales.contributionCents - ads.spendCents

/** The break-even of a row: null where a cost is missing. */
export const breakEvenOf = ({ sales }: Pick<AdsRow, 'sales'>) =>
  sales === null || sales.contributionCents === null
    ? null
    : breakEvenRoas({ revenueCents: sales.revenueCents, contributionCents: sales.contributionCents })

const count = (value: bigint | null | undefined): Value =>
  value === null || value === undefined ? null : Number(value)
const decimal = (hundredths: bigint | null): Value => (hundredths === null ? null : Number(hundredths) / 100)
const ratio = (points: bigint | null): Value => (points === null ? null : Number(points) / 10_000)

const columns = [
  ['spend', 'money'],
  ['impressions', 'number'],
  ['clicks', 'number'],
  ['ctr', 'ratio'],
  ['adsSales', 'money'],
  ['roas', 'number'],
  ['breakEven', 'number'],
  ['acos', 'ratio'],
  ['revenue', 'money'],
  ['beforeAds', 'money'],
  ['afterAds', 'money'],
] as const

export function adsHeadings(by: AdsGroup, t: Translate): Heading[] {
  const title = (key: 'date' | 'shop' | 'listing' | 'item' | 'daysWithout' | (typeof columns)[number][0]) =>
    t(`analytics.columns.${key}`)
  const heads: Record<AdsGroup, Heading[]> = {
    listing: [
      { title: title('listing'), type: 'text', width: 44 },
      { title: title('item'), type: 'text', width: 18 },
    ],
    shop: [],
    day: [{ title: title('date'), type: 'day', width: 14 }],
  }
  return [
    ...heads[by],
    { title: title('shop'), type: 'text', width: 24 },
    ...columns.map(([key, type]): Heading => ({
      title: type === 'money' ? `${title(key)} (R$)` : title(key),
      type,
      width: 16,
    })),
    ...(by === 'shop' ? [{ title: title('daysWithout'), type: 'number', width: 16 } as const] : []),
  ]
}

export function adsCells(row: AdsRow, by: AdsGroup, t: Translate): Value[] {
  const { ads, sales } = row
  const least = breakEvenOf(row)
  const heads: Record<AdsGroup, Value[]> = {
    listing: [row.title || t('analytics.ads.unexplained'), row.itemId],
    shop: [],
    day: [row.day],
  }
  return [
    ...heads[by],
    row.shopName,
    ads?.spendCents ?? null,
    count(ads?.impressions),
    count(ads?.clicks),
    ads && ratio(ctrOf(ads)),
    ads?.salesCents ?? null,
    ads && decimal(roasOf(ads)),
    least === 'never' ? null : decimal(least),
    ads && ratio(acosOf(ads)),
    sales?.revenueCents ?? null,
    row.isShared ? null : (sales?.contributionCents ?? null),
    leftAfterAds(row),
    ...(by === 'shop' ? [row.coverage?.missingDays ?? null] : []),
  ]
}
