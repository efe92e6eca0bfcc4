import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMoney } from '@/lib/core/money'
import type { FreightGroup } from '@/lib/money/payouts/freight'
import { freightHref } from '@/lib/money/payouts/freight-filters'
import type { FreightView } from '@/lib/money/payouts/freight-views'

/** Carriers and goods with freight above the expectation. */
export function FreightGroups({ view }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.freight')
  const { filters, carriers, items } = view
  if (carriers.length === 0) return null
  return (
    <div className="mb-4 grid gap-4 lg:grid-cols-2">
      <Groups
        title={t('byCarrier')}
        groups={carriers.map((group) => ({
          ...group,
          label: group.name ?? t('noCarrier'),
          href: freightHref(filters, { carrier: group.name ?? 'none', item: null, cause: null }),
        }))}
      />
      <Groups
        title={t('byItem')}
        groups={items.map((group) => ({
          ...group,
          label: group.isMixed ? t('mixed') : (group.name ?? t('noItem')),
          href:
            group.isMixed || group.name
              ? freightHref(filters, { item: group.isMixed ? 'mixed' : group.name, carrier: null, cause: null })
              : null,
        }))}
      />
    </div>
  )
}

type GroupsProps = { title: string; groups: (FreightGroup & { label: string; href: string | null })[] }

function Groups({ title, groups }: GroupsProps) {
  const t = useTranslations('shopeeMoney.freight')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={title} className="mb-2" />
      <ul>
        {groups.map(({ label, href, orders, cents }) => (
          <li
            key={label}
            className="relative flex min-h-control items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
          >
            <span className="min-w-0">
              {href ? (
                <Link
                  href={`${href}#orders`}
                  className="line-clamp-1 text-ink no-underline after:absolute after:inset-0 hover:underline"
                >
                  {label}
                </Link>
              ) : (
                label
              )}
              <span className="block text-xs text-ink-3">{t('orders', { count: Number(orders) })}</span>
            </span>
            <span className="shrink-0 font-medium tabular-nums">{formatMoney(cents, language)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
