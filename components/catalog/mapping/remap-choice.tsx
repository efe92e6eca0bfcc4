'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { DateInput } from '@/components/ui/date-input'
import { Field } from '@/components/ui/field'
import { formatDay, isDay } from '@/lib/core/dates'
import type { PlainPreview } from '@/lib/catalog/mapping/plain-preview'
import { remapScopes, type RemapScope } from '@/lib/catalog/mapping/schema'
import { formatMoney } from '@/lib/core/money'
import { fetchAnswer } from './fetch-answer'

/** The route and query that count what would change. */
export const previewOfListing = (listingId: string, { productId, quantity }: { productId: string; quantity: number }) =>
  `/api/mapping/preview?${new URLSearchParams({ listing: listingId, product: productId, quantity: String(quantity) }).toString()}`

/** More products than this are summed up. */
const SHOWN_CHANGES = 8

type Props = {
  /** Where the preview is read; null while it is not known what would be mapped. */
  preview: string | null
  /** Further inputs of the preview: another value counts again. */
  previewKey?: string
  scope: RemapScope
  /** Null until one is chosen: the first day on which an order differs is. */
  sinceDay: string | null
  today: string
  dayError?: string[]
  onScope: (scope: RemapScope) => void
  onDay: (day: string) => void
}

/** The effect of the mapping on existing orders, and the day from which it holds. */
export function RemapChoice({ preview, previewKey, scope, sinceDay, today, dayError, onScope, onDay }: Props) {
  const t = useTranslations('mapping.remap')
  const { data, isError } = useQuery({
    queryKey: ['mapping-preview', preview, previewKey],
    queryFn: () => fetchAnswer<PlainPreview>(preview!),
    enabled: preview !== null,
    staleTime: 0,
    meta: { isPreview: true },
  })
  const from = scope === 'since' && sinceDay && isDay(sinceDay) ? sinceDay : null
  const { data: fromDay, isError: isDayError } = useQuery({
    queryKey: ['mapping-preview', preview, previewKey, from],
    queryFn: () => fetchAnswer<PlainPreview>(`${preview!}${preview!.includes('?') ? '&' : '?'}since=${from!}`),
    enabled: preview !== null && from !== null,
    staleTime: 0,
    meta: { isPreview: true },
  })
  const firstDay = data && (firstDayOf(data) ?? today)
  useEffect(() => {
    if (scope === 'since' && sinceDay === null && firstDay) onDay(firstDay)
  }, [scope, sinceDay, firstDay, onDay])
  const shown = from ? fromDay : data
  const failed = isError || isDayError
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t('legend')}</legend>
      <div className="flex flex-col gap-1">
        {remapScopes.map((known) => (
          <label key={known} className="flex min-h-8 items-start gap-2 pointer-coarse:min-h-control">
            <input
              type="radio"
              name="scope"
              value={known}
              checked={scope === known}
              onChange={() => onScope(known)}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              {t(`scopes.${known}`)}
              <span className="block text-[13px] text-ink-3">{t(`hints.${known}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {scope === 'since' && (
        <div className="mt-2 max-w-52">
          <Field label={t('day')} error={dayError}>
            <DateInput today={today} value={sinceDay || null} onChange={(day) => onDay(day ?? '')} />
          </Field>
        </div>
      )}
      <div aria-live="polite" className="mt-3 rounded-control bg-sunken px-3 py-2 text-[13px] text-ink-2">
        {!preview && t('choose')}
        {preview && failed && t('failed')}
        {preview && !failed && !shown && t('counting')}
        {preview && !failed && shown && <Effect preview={shown} scope={scope} />}
      </div>
    </fieldset>
  )
}

const stagesOf = (preview: PlainPreview) =>
  (['open', 'shipped', 'cancelled'] as const).filter((stage) => preview[stage].orders > 0)

const firstDayOf = (preview: PlainPreview) =>
  stagesOf(preview)
    .flatMap((stage) => preview[stage].from ?? [])
    .toSorted()[0]

function Effect({ preview, scope }: { preview: PlainPreview; scope: RemapScope }) {
  const t = useTranslations('mapping.remap')
  const language = useLocale()
  const stages = stagesOf(preview)
  if (stages.length === 0) return <p>{t('nothing')}</p>
  const stock = scope === 'future' ? [] : scope === 'open' ? preview.stock.open : preview.stock.all
  return (
    <>
      <p className="mb-1 font-medium text-ink">{t('differ')}</p>
      <ul className="list-disc pl-4">
        {stages.map((stage) => {
          const { orders, revenueCents, from, to } = preview[stage]
          const days = { from: formatDay(from!, language), to: formatDay(to!, language) }
          return (
            <li key={stage}>
              {revenueCents === null
                ? t(`countsOnly.${stage}`, { count: orders, ...days })
                : t(`counts.${stage}`, { count: orders, amount: formatMoney(BigInt(revenueCents), language), ...days })}
            </li>
          )
        })}
      </ul>
      <p className="mt-2">{t(`effects.${scope}`)}</p>
      {stock.length > 0 && <p className="mt-2">{t('stock')}</p>}
      {stock.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {stock.slice(0, SHOWN_CHANGES).map(({ productId, sku, reserved, onHand }) => (
            <li key={productId}>
              {[
                reserved > 0 && t('reserves', { sku, count: reserved }),
                reserved < 0 && t('releases', { sku, count: -reserved }),
                onHand < 0 && t('takes', { sku, count: -onHand }),
                onHand > 0 && t('gives', { sku, count: onHand }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
          {stock.length > SHOWN_CHANGES && <li>{t('more', { count: stock.length - SHOWN_CHANGES })}</li>}
        </ul>
      )}
    </>
  )
}
