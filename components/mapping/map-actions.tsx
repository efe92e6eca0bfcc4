'use client'

import { CheckIcon, ClockIcon, PencilSquareIcon, TagIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { mapListingAction } from '@/lib/mapping/actions'
import type { MappingLine, MappingView } from '@/lib/mapping/views'
import { formatPercent } from '@/lib/money'
import { HistoryDrawer } from './history-drawer'
import { MapDialog } from './map-dialog'
import { PriceDialog } from './price-dialog'

type Props = { row: MappingLine; rights: MappingView['rights']; today: string; timeZone: string }

export function MapActions({ row, rights, today, timeZone }: Props) {
  const t = useTranslations('mapping')
  const [editing, setEditing] = useState(false)
  const [history, setHistory] = useState(false)
  const [pricing, setPricing] = useState(false)
  const name = row.variation ? `${row.title} · ${row.variation}` : row.title
  return (
    <div className="flex flex-col gap-2 @max-xl:mt-2">
      {row.productId ? <Mapped row={row} /> : row.suggestion && <Suggested row={row} name={name} />}
      <span className="flex flex-wrap gap-1">
        <Button
          size="sm"
          variant={row.productId || row.suggestion ? 'ghost' : 'secondary'}
          onClick={() => setEditing(true)}
          aria-label={t(row.productId ? 'changeNamed' : 'mapNamed', { name })}
        >
          <PencilSquareIcon aria-hidden />
          {t(row.productId ? 'change' : row.suggestion ? 'other' : 'map')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setHistory(true)} aria-label={t('historyNamed', { name })}>
          <ClockIcon aria-hidden />
          {t('history')}
        </Button>
        {row.onPlatform && rights.setPrice && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => setPricing(true)}
            aria-label={t('price.actionNamed', { name })}
          >
            <TagIcon aria-hidden />
            {t('price.action')}
          </Button>
        )}
      </span>
      <MapDialog
        open={editing}
        onClose={() => setEditing(false)}
        row={row}
        name={name}
        canCreateKit={rights.createKit}
        today={today}
      />
      <PriceDialog open={pricing} onClose={() => setPricing(false)} row={row} name={name} />
      <HistoryDrawer
        open={history}
        onClose={() => setHistory(false)}
        listingId={row.id}
        name={name}
        timeZone={timeZone}
      />
    </div>
  )
}

function Mapped({ row }: { row: MappingLine }) {
  const t = useTranslations('mapping')
  return (
    <span className="min-w-0">
      <Link href={`/dashboard/products/${row.productId}`} className="line-clamp-2 font-medium text-ink">
        {row.productTitle}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-3">
        <span className="wrap-anywhere">{row.productSku}</span>
        {row.productQuantity > 1 && <span>{t('times', { count: row.productQuantity })}</span>}
        {row.isKit && <Badge>{t('kit.badge')}</Badge>}
        {row.available !== null && (
          <span className={row.available <= 0n ? 'text-bad' : undefined}>
            {t('availableHere', { count: Number(row.available) })}
          </span>
        )}
      </span>
    </span>
  )
}

function Suggested({ row, name }: { row: MappingLine; name: string }) {
  const t = useTranslations('mapping')
  const language = useLocale()
  const suggestion = row.suggestion!
  const accepting = useAction(mapListingAction, {
    refresh: true,
    successMessage: ({ orders, runId }) => (runId ? t('mappedRunning') : t('mappedDone', { count: orders })),
  })
  return (
    <span className="rounded-control border border-line bg-sunken/60 px-2.5 py-2">
      <span className="line-clamp-2 font-medium">{suggestion.title}</span>
      <span className="block text-[13px] wrap-anywhere text-ink-3">{suggestion.sku}</span>
      <span className="mt-1.5 flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="primary"
          pending={accepting.pending}
          aria-label={t('acceptNamed', { name, product: suggestion.title })}
          onClick={() =>
            void accepting.run({
              ...{ listingId: row.id, productId: suggestion.id, quantity: 1, how: 'suggestion', scope: 'open' },
              ...{ seenProductId: null, seenQuantity: row.productQuantity, sinceDay: null },
            })
          }
        >
          <CheckIcon aria-hidden />
          {t('accept')}
        </Button>
        <Badge tone={suggestion.why === 'name' ? 'neutral' : 'good'}>
          {suggestion.why !== 'name'
            ? t(suggestion.why === 'sku' ? 'sameSku' : 'sameCode')
            : t('likeness', { percent: formatPercent(suggestion.score, language, { fractionDigits: 0 }) })}
        </Badge>
      </span>
      <FormError error={accepting.error} />
    </span>
  )
}
