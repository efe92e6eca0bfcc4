'use client'

import { CheckIcon, ClockIcon, PencilSquareIcon, TagIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Suspense, use, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { OnceOpened } from '@/components/ui/once-opened'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/ui/use-action'
import { mapListingAction } from '@/lib/catalog/mapping/actions'
import type { MappingLine, MappingView, SuggestedLine, Suggestions } from '@/lib/catalog/mapping/views'
import { formatPercent } from '@/lib/core/money'
import { HistoryDrawer } from './history-drawer'
import { MapDialog } from './map-dialog'
import { PriceDialog } from './price-dialog'
import { WholeTitle } from './whole-title'

type Shared = { rights: MappingView['rights']; today: string; timeZone: string }
type Props = Shared & { row: MappingLine; suggestions: Promise<Suggestions> }

/** On a phone a listing without a product keeps the place of a suggestion, which comes after the rows. */
const place = 'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @max-xl:mt-2 @xl:flex-nowrap'
const openPlace = `${place} @max-xl:min-h-28 @max-xl:content-start`

export function MapActions({ row, suggestions, ...shared }: Props) {
  if (row.productId) return <Actions row={{ ...row, suggestion: null }} {...shared} />
  return (
    <Suspense fallback={<SuggestionPending />}>
      <OpenActions row={row} suggestions={suggestions} {...shared} />
    </Suspense>
  )
}

const OpenActions = ({ row, suggestions, ...shared }: Props) => (
  <Actions row={{ ...row, suggestion: use(suggestions).get(row.id) ?? null }} {...shared} />
)

const SuggestionPending = () => (
  <div className={openPlace}>
    <Skeleton className="h-5 w-40 max-w-full" />
  </div>
)

function Actions({ row, rights, today, timeZone }: Shared & { row: SuggestedLine }) {
  const t = useTranslations('mapping')
  const [editing, setEditing] = useState(false)
  const [history, setHistory] = useState(false)
  const [pricing, setPricing] = useState(false)
  const name = row.variation ? `${row.title} · ${row.variation}` : row.title
  return (
    <div className={row.productId ? place : openPlace}>
      {row.productId ? <Mapped row={row} /> : row.suggestion && <Suggested row={row} name={name} />}
      <span className="flex shrink-0 items-center">
        {row.productId || row.suggestion ? (
          <Button
            {...bare}
            onClick={() => setEditing(true)}
            title={t(row.productId ? 'change' : 'other')}
            aria-label={t(row.productId ? 'changeNamed' : 'mapNamed', { name })}
          >
            <PencilSquareIcon aria-hidden />
          </Button>
        ) : (
          <Button size="sm" className="mr-1" onClick={() => setEditing(true)} aria-label={t('mapNamed', { name })}>
            <PencilSquareIcon aria-hidden />
            {t('map')}
          </Button>
        )}
        <Button
          {...bare}
          onClick={() => setHistory(true)}
          title={t('history')}
          aria-label={t('historyNamed', { name })}
        >
          <ClockIcon aria-hidden />
        </Button>
        {row.onPlatform && rights.setPrice && (
          <Button
            {...bare}
            onClick={() => setPricing(true)}
            title={t('price.action')}
            aria-label={t('price.actionNamed', { name })}
          >
            <TagIcon aria-hidden />
          </Button>
        )}
      </span>
      <OnceOpened open={editing}>
        <MapDialog
          open={editing}
          onClose={() => setEditing(false)}
          row={row}
          name={name}
          canCreateKit={rights.createKit}
          today={today}
        />
      </OnceOpened>
      <OnceOpened open={pricing}>
        <PriceDialog open={pricing} onClose={() => setPricing(false)} row={row} name={name} />
      </OnceOpened>
      <OnceOpened open={history}>
        <HistoryDrawer
          open={history}
          onClose={() => setHistory(false)}
          listingId={row.id}
          name={name}
          timeZone={timeZone}
        />
      </OnceOpened>
    </div>
  )
}

const bare = { variant: 'ghost', size: 'icon' } as const

function Mapped({ row }: { row: MappingLine }) {
  const t = useTranslations('mapping')
  return (
    <span className="min-w-0 flex-1">
      <Link
        href={`/dashboard/products/${row.productId}`}
        className="line-clamp-2 font-medium text-ink @xl:text-[13px] @xl:leading-4"
      >
        {row.productTitle}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-3 @xl:h-4 @xl:overflow-hidden @xl:text-xs @xl:leading-4">
        <span className="wrap-anywhere">{row.productSku}</span>
        {row.productQuantity > 1 && <span>{t('times', { count: row.productQuantity })}</span>}
        {row.isKit && <Badge className="py-0!">{t('kit.badge')}</Badge>}
        {row.available !== null && (
          <span className={row.available <= 0n ? 'text-bad' : undefined}>
            {t('availableHere', { count: Number(row.available) })}
          </span>
        )}
      </span>
    </span>
  )
}

function Suggested({ row, name }: { row: SuggestedLine; name: string }) {
  const t = useTranslations('mapping')
  const language = useLocale()
  const suggestion = row.suggestion!
  const accepting = useAction(mapListingAction, {
    refresh: true,
    successMessage: ({ orders, runId }) => (runId ? t('mappedRunning') : t('mappedDone', { count: orders })),
  })
  return (
    <>
      <span className="min-w-0 flex-1 @max-xl:basis-full">
        <WholeTitle title={suggestion.title} className="text-ink-2" />
        <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-3 @xl:h-4 @xl:overflow-hidden @xl:text-xs @xl:leading-4">
          <Badge tone={suggestion.why === 'name' ? 'neutral' : 'good'} className="py-0!">
            {suggestion.why !== 'name'
              ? t(suggestion.why === 'sku' ? 'sameSku' : 'sameCode')
              : t('likeness', { percent: formatPercent(suggestion.score, language, { fractionDigits: 0 }) })}
          </Badge>
          <span className="wrap-anywhere">{suggestion.sku}</span>
        </span>
        <FormError error={accepting.error} />
      </span>
      <span className="flex shrink-0 items-center">
        <Button
          size="sm"
          variant="primary"
          pending={accepting.pending}
          aria-label={t('acceptNamed', { name, product: suggestion.title })}
          onClick={() =>
            void accepting.run({
              listingId: row.id,
              productId: suggestion.id,
              quantity: 1,
              how: 'suggestion',
              scope: 'open',
              seenProductId: null,
              seenQuantity: row.productQuantity,
              sinceDay: null,
            })
          }
        >
          <CheckIcon aria-hidden />
          {t('accept')}
        </Button>
      </span>
    </>
  )
}
