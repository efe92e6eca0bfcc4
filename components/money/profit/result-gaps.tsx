import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useGapText } from '@/components/money/ads/gap-text'
import { NoAdsButton } from '@/components/connect/shops/no-ads-dialog'
import { nameGaps } from '@/lib/money/ads/coverage'
import { analyticsPath } from '@/lib/sales/sales-figures/analysis-filters'
import { can, type Role } from '@/lib/core/permissions'
import { formatDay } from '@/lib/core/dates'
import { mappingPath } from '@/lib/core/paths'
import { formatMoney } from '@/lib/core/money'
import { productsPath } from '@/lib/catalog/products/filters'
import type { Costless, CostlessItem } from '@/lib/money/profit/costless'
import type { ResultView } from '@/lib/money/profit/views'

type Props = { view: ResultView; role: Role }

const shopLink = ({ view: { adsShops }, role }: Props, id: string) =>
  can(role, 'shop.connect') ? adsShops.find((shop) => shop.id === id) : undefined

/** The shops and days behind a missing ads report, and the way to say that a shop does not advertise. */
export function AdsGaps({ view, role }: Props) {
  const t = useTranslations('result.gap')
  const textOf = useGapText()
  return (
    <ul aria-label={t('title')} className="mt-1.5 grid gap-1.5">
      {nameGaps(view.total.adsGaps, view.adsShops).map((gap) => {
        const shop = shopLink({ view, role }, gap.shopId)
        return (
          <li key={gap.shopId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{textOf(gap)}</span>
            {shop && (
              <span className="print:hidden">
                <NoAdsButton shop={shop} today={view.today} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The shops whose ads count as zero without a word of it, and the way to say so. */
export function AdsUnsaid({ view, role }: Props) {
  const t = useTranslations('result.gap')
  const names = new Map(view.adsShops.map(({ id, name }) => [id, name]))
  return (
    <ul aria-label={t('unsaid')} className="mt-1.5 grid gap-1.5">
      {view.total.adsUnsaid.map((id) => {
        const shop = shopLink({ view, role }, id)
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{names.get(id)}</span>
            {shop && (
              <span className="print:hidden">
                <NoAdsButton shop={shop} today={view.today} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Shops that are said not to advertise, and what their reports say they spent. */
export function AdsDespiteNotes({ view, role }: Props) {
  const t = useTranslations('result.notes')
  const language = useLocale()
  return view.total.adsDespite.map(({ shopId, days, cents }) => {
    const name = view.adsShops.find(({ id }) => id === shopId)?.name ?? ''
    const shop = shopLink({ view, role }, shopId)
    return (
      <li key={shopId} className="flex gap-2">
        <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {t('adsDespite', { shop: name, value: formatMoney(cents, language), days })}
          {shop && (
            <span className="print:hidden">
              <NoAdsButton shop={shop} today={view.today} />
            </span>
          )}
        </span>
      </li>
    )
  })
}

const linkClass = 'font-semibold text-accent-text underline underline-offset-2 print:hidden'

/** Which products and listings lack a cost, of which days and how much of the sales; each leads to where it is entered. */
export function CostlessItems({ costless: { items, total, cents }, view, role }: Props & { costless: Costless }) {
  const t = useTranslations('result.costless')
  const language = useLocale()
  const { from, to, shop, channel } = view.filters
  const shown = items.reduce((sum, item) => sum + item.cents, 0n)
  const where = { ...(shop && { shop }), ...(channel && { channel }) }
  const query = new URLSearchParams({ period: 'custom', from, to, tab: 'profit', by: 'product', ...where })
  return (
    <ul aria-label={t('title')} className="mt-1.5 grid gap-1">
      {items.map((item) => (
        <CostlessRow key={item.id} item={item} role={role} />
      ))}
      {total > items.length && (
        <li>
          {t('rest', { count: total - items.length, cents: formatMoney(cents - shown, language) })}{' '}
          <Link href={`${analyticsPath}?${query.toString()}`} className={linkClass}>
            {t('all')}
          </Link>
        </li>
      )}
    </ul>
  )
}

function CostlessRow({ item, role }: { item: CostlessItem; role: Role }) {
  const t = useTranslations('result.costless')
  const language = useLocale()
  const { id, mapped, title, sku, cents, days, from, to } = item
  const span = from === to ? formatDay(from, language) : `${formatDay(from, language)} – ${formatDay(to, language)}`
  const href = mapped
    ? `${productsPath}/${id}`
    : `${mappingPath}?${new URLSearchParams({ q: sku ?? title }).toString()}`
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{title}</span>
      {sku && <span className="text-ink-3">{` ${sku}`}</span>}
      {`: ${t('item', { cents: formatMoney(cents, language), days, span })} `}
      {can(role, mapped ? 'product.write' : 'listing.map') && (
        <Link href={href} aria-label={t(mapped ? 'costNamed' : 'mapNamed', { title })} className={linkClass}>
          {t(mapped ? 'cost' : 'map')}
        </Link>
      )}
    </li>
  )
}
