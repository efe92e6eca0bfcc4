'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useOrganization } from '@/components/shell/organization-context'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/ui/use-action'
import { formatDateTime } from '@/lib/core/dates'
import { endMissAction } from '@/lib/catalog/warehouse/actions'
import type { MissList, MissListing, MissView } from '@/lib/catalog/warehouse/shelf-miss-schema'

const CHECKED_EVERY_MS = 4000

const tones = {
  noListings: 'neutral',
  checking: 'warn',
  confirmed: 'good',
  promotion: 'warn',
  unconfirmed: 'bad',
} as const

/** Products that were not at their shelf: what of their sales has stopped, which orders are at risk, and the way back. */
export function MissesCard({ list: { misses, total } }: { list: MissList }) {
  const t = useTranslations('shelfMiss')
  if (misses.length === 0) return null
  return (
    <Card flush>
      {misses.some(({ state }) => state === 'checking') && <KeepFresh everyMs={CHECKED_EVERY_MS} />}
      <CardHeader title={t('cardTitle')} description={t('cardText', { count: total })} className="px-4 py-4" />
      <ul className="divide-y divide-line border-t border-line">
        {misses.map((miss) => (
          <Miss key={miss.id} miss={miss} />
        ))}
      </ul>
      {total > misses.length && (
        <p className="border-t border-line px-4 py-3 text-[13px] text-ink-2">
          {t('oldest', { shown: misses.length, total })}
        </p>
      )}
    </Card>
  )
}

function Miss({ miss }: { miss: MissView }) {
  const t = useTranslations('shelfMiss')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const { title, sku, listings, orders, state } = miss
  const ours = listings.filter(({ isOurs }) => isOurs)
  const byHand = listings.length - ours.length
  const done = ours.filter(({ isStopped }) => isStopped).length
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="text-[13px] text-ink-2">
            {sku}
            {' · '}
            {t('counted', {
              before: Number(miss.unitsBefore),
              counted: Number(miss.unitsCounted),
              reason: miss.reason,
            })}
          </p>
          <p aria-live="polite" className="mt-1 flex flex-wrap gap-2">
            <Badge tone={tones[state]}>{t(state, { done, total: ours.length })}</Badge>
            <Badge tone={orders.length > 0 ? 'bad' : 'neutral'}>{t('atRisk', { count: orders.length })}</Badge>
          </p>
        </div>
        <Ways miss={miss} />
      </div>
      {byHand > 0 && <p className="text-[13px] text-warn">{t('byHand', { count: byHand })}</p>}
      {orders.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-[13px] tabular-nums">
          {orders.map(({ id, code, shipBy }) => (
            <Link key={id} href={`/dashboard/orders/${id}`} className="py-1 font-medium">
              {code}
              {shipBy && (
                <span className="font-normal text-ink-3">
                  {` ${formatDateTime(new Date(shipBy), language, timeZone)}`}
                </span>
              )}
            </Link>
          ))}
        </p>
      )}
      {listings.length > 0 && (
        <details className="text-[13px]">
          <summary className="w-fit cursor-pointer py-1 text-accent-text">{t('listings')}</summary>
          <ul className="mt-1 grid gap-1">
            {listings.map((listing) => (
              <Listing key={listing.id} listing={listing} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Listing({ listing }: { listing: MissListing }) {
  const t = useTranslations('shelfMiss')
  const { title, variation, shopName, shown, isOurs, isStopped, isPromoted, state, problem } = listing
  const ours = isStopped ? 'stopped' : isPromoted ? 'promoted' : state === 'failed' ? 'failed' : 'sending'
  const says = isOurs ? ours : 'elsewhere'
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{[title, variation].filter(Boolean).join(' · ')}</span>
      <span className="text-ink-2">
        {` · ${shopName} · ${shown === null ? t('notRead') : t('shown', { units: shown })} · ${t(says)}`}
      </span>
      {says === 'failed' && problem && <span className="text-ink-3">{` (${problem})`}</span>}
    </li>
  )
}

function Ways({ miss: { id, title } }: { miss: MissView }) {
  const t = useTranslations('shelfMiss')
  const result = useAction(endMissAction, { refresh: true, successMessage: t('foundDone') })
  const goOn = useAction(endMissAction, { refresh: true, successMessage: t('goOnDone') })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="primary"
        aria-label={t('foundOf', { title })}
        disabled={goOn.pending}
        pending={result.pending}
        onClick={() => void result.run({ missId: id, found: true, reason: t('foundReason') })}
      >
        {t('found')}
      </Button>
      <Button
        size="sm"
        aria-label={t('goOnOf', { title })}
        disabled={result.pending}
        pending={goOn.pending}
        onClick={() => void goOn.run({ missId: id, found: false, reason: t('goOnReason') })}
      >
        {t('goOn')}
      </Button>
    </span>
  )
}
