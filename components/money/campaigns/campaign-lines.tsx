'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { ListingCell } from '@/components/money/fees/listing-cell'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney, formatNumber, formatPercent, parseMoney } from '@/lib/core/money'
import { setCampaignLinesAction } from '@/lib/money/campaigns/actions'
import type { Campaign, CampaignRow } from '@/lib/money/campaigns/views'
import type { Quote } from '@/lib/money/prices/quote'
import { readPercent } from './percent'

type Draft = { price: string; units: string }
type Drafts = Record<string, Draft>

/** All prices and quantities in one form, saved together; figures are those of what is saved. */
export function CampaignLines({ campaign }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const { id, version, rows, canEdit } = campaign
  const [start] = useState<Drafts>(() =>
    Object.fromEntries(
      rows.map(({ listingId, priceCents, units }) => [
        listingId,
        { price: formatAmount(priceCents, language), units: String(units) },
      ]),
    ),
  )
  const [drafts, setDrafts] = useState(start)
  const [percent, setPercent] = useState('')
  useUnsavedGuard(drafts !== start)
  const saving = useAction(setCampaignLinesAction, {
    successMessage: t('saved'),
    onSuccess: () => router.refresh(),
  })
  const change = (listingId: string, changes: Partial<Draft>) =>
    setDrafts({ ...drafts, [listingId]: { ...drafts[listingId]!, ...changes } })
  const send = (next: Drafts) =>
    saving.run({
      campaignId: id,
      version,
      lines: rows.flatMap(({ listingId }) => {
        const draft = next[listingId]
        if (!draft) return []
        const price = parseMoney(draft.price, language)
        return { listingId, priceCents: price.ok ? price.cents : 0n, units: Number(draft.units) }
      }),
    })
  const lower = (event: FormEvent) => {
    event.preventDefault()
    const share = readPercent(percent)
    if (share === null || share <= 0 || share >= 1_000_000) return
    const lowered = rows.flatMap(({ listingId, before }) => {
      if (!before || !drafts[listingId]) return []
      const cents = (before.priceCents * BigInt(1_000_000 - share)) / 1_000_000n
      return [[listingId, { ...drafts[listingId], price: formatAmount(cents > 0n ? cents : 1n, language) }] as const]
    })
    setDrafts({ ...drafts, ...Object.fromEntries(lowered) })
  }
  if (rows.length === 0)
    return (
      <div className="border-t border-line">
        <EmptyState kind="first" level={3} title={t('noLines')} text={t('noLinesText')} />
      </div>
    )
  return (
    <>
      {canEdit && (
        <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line px-4 py-3">
          <form onSubmit={lower} className="flex flex-wrap items-center gap-2">
            <label htmlFor="campaign-percent" className="text-[13px] text-ink-2">
              {t('lowerAll')}
            </label>
            <Input
              id="campaign-percent"
              inputMode="decimal"
              autoComplete="off"
              maxLength={5}
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
              className="w-20! text-right tabular-nums"
            />
            <Button type="submit">{t('apply')}</Button>
          </form>
          <Button
            variant="primary"
            pending={saving.pending}
            disabled={drafts === start}
            onClick={() => void send(drafts)}
          >
            {common('save')}
          </Button>
        </div>
      )}
      <div className="px-4 empty:hidden">
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={{ lines: t('lines', { count: rows.length }) }}
          changed={<WhatChanged kind="campaign" id={id} />}
        />
      </div>
      <Table label={t('lines', { count: rows.length })} className="border-t border-line">
        <Thead>
          <Th>{t('listing')}</Th>
          <Th numeric>{t('now')}</Th>
          <Th numeric>{t('price')}</Th>
          <Th numeric>{t('leftAfter')}</Th>
          <Th numeric>{t('usual')}</Th>
          <Th numeric>{t('units')}</Th>
          {canEdit && (
            <Th>
              <span className="sr-only">{t('takeOut')}</span>
            </Th>
          )}
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Line
              key={row.listingId}
              row={row}
              draft={canEdit ? drafts[row.listingId]! : null}
              onChange={(changes) => change(row.listingId, changes)}
              onTakeOut={() => {
                const { [row.listingId]: _, ...rest } = drafts
                void send(rest)
              }}
            />
          ))}
        </Tbody>
      </Table>
    </>
  )
}

type LineProps = {
  row: CampaignRow
  draft: Draft | null
  onChange: (changes: Partial<Draft>) => void
  onTakeOut: () => void
}

function Line({ row, draft, onChange, onTakeOut }: LineProps) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const { names, before, after, usualUnits, evenUnits, available, warnings, units } = row
  const name = [names?.title, names?.variation].filter(Boolean).join(' · ')
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @xl:min-w-56">
        {names && <ListingCell row={names} shop={null} />}
        {warnings.map((warning) => (
          <p
            key={warning}
            className={classNames(
              'mt-1.5 w-fit rounded-md px-2 py-1 text-xs',
              warning === 'loss' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
            )}
          >
            {t(`warnings.${warning}`, { available: available ?? 0 })}
          </p>
        ))}
      </Td>
      <Td numeric label={t('now')}>
        {before ? formatMoney(before.priceCents, language) : '—'}
        {before && <Left quote={before} />}
      </Td>
      <Td numeric label={t('price')}>
        {draft ? (
          <RowControl className="ml-auto">
            <Input
              aria-label={t('priceOf', { name })}
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              value={draft.price}
              onChange={({ target }) => onChange({ price: target.value })}
              className="w-24! text-right tabular-nums"
            />
          </RowControl>
        ) : (
          formatMoney(row.priceCents, language)
        )}
      </Td>
      <Td numeric label={t('leftAfter')}>
        {after ? <Left quote={after} isLarge /> : '—'}
        {row.phases.slice(1).map(({ from, after: later }) => (
          <span key={from} className="mt-1 block text-xs text-ink-3">
            {t('from', { day: formatDay(from, language) })}
            {later && <Left quote={later} />}
          </span>
        ))}
      </Td>
      <Td numeric label={t('usual')}>
        {formatNumber(usualUnits, language)}
        {evenUnits !== null && (
          <span className="block text-xs text-ink-3">{t('even', { count: formatNumber(evenUnits, language) })}</span>
        )}
      </Td>
      <Td numeric label={t('units')}>
        {draft ? (
          <RowControl className="ml-auto">
            <Input
              aria-label={t('unitsOf', { name })}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={draft.units}
              onChange={({ target }) => onChange({ units: target.value.replace(/\D/g, '') })}
              className="w-20! text-right tabular-nums"
            />
          </RowControl>
        ) : (
          formatNumber(units, language)
        )}
        {available !== null && (
          <span className="block text-xs text-ink-3">
            {t('available', { count: formatNumber(available, language) })}
          </span>
        )}
      </Td>
      {draft && (
        <Td>
          <RowControl>
            <Button size="sm" variant="ghost" aria-label={t('takeOutOf', { name })} onClick={onTakeOut}>
              <XMarkIcon aria-hidden />
              <span className="@xl:hidden">{t('takeOut')}</span>
            </Button>
          </RowControl>
        </Td>
      )}
    </Tr>
  )
}

function Left({ quote: { profitCents, margin, adsCents }, isLarge = false }: { quote: Quote; isLarge?: boolean }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  if (profitCents === null || margin === null) return <span className="block text-xs text-warn">{t('unknown')}</span>
  return (
    <span
      className={classNames(
        'block',
        isLarge ? 'font-semibold' : 'text-xs',
        profitCents < 0n ? 'text-bad' : !isLarge && 'text-ink-3',
      )}
    >
      {formatMoney(profitCents, language)}
      <span className="text-xs font-normal">{` · ${formatPercent(Number(margin) / 1_000_000, language)}`}</span>
      {adsCents === null && <span className="block text-xs font-normal text-warn">{t('beforeAds')}</span>}
    </span>
  )
}
