'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useId, useState, type FormEvent } from 'react'
import { ListingCell } from '@/components/money/fees/listing-cell'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney, formatNumber, formatPercent, type Cents } from '@/lib/core/money'
import { setCampaignLinesAction } from '@/lib/money/campaigns/actions'
import type { CampaignLine } from '@/lib/money/campaigns/schema'
import type { Campaign, CampaignRow } from '@/lib/money/campaigns/views'
import type { Quote } from '@/lib/money/prices/quote'
import { draftOf, readLines, unsavedOf, type LineDraft, type LineEdits, type LineFaults } from './line-edits'
import { readPercent } from './percent'

/**
 * All prices and quantities in one form, saved together; figures are those of what is saved. Unsaved
 * edits stay when a listing joins or leaves the plan meanwhile.
 */
export function CampaignLines({ campaign }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const formId = useId()
  const { id, version, rows, canEdit } = campaign
  const [edits, setEdits] = useState<LineEdits>({})
  const [faults, setFaults] = useState<LineFaults>({})
  const [seen, setSeen] = useState(version)
  const [savedOver, setSavedOver] = useState<number | null>(null)
  // A saved edit goes once the page shows its value; one that is still to be saved stays.
  if (seen !== version) {
    setSeen(version)
    setEdits(unsavedOf(rows, edits, language))
  }
  const isEdited = Object.keys(edits).length > 0
  useUnsavedGuard(isEdited && savedOver !== version)
  const saving = useAction(setCampaignLinesAction, {
    successMessage: t('saved'),
    onSuccess: () => router.refresh(),
  })
  const change = (listingId: string, changes: Partial<LineDraft>) =>
    setEdits((before) => ({ ...before, [listingId]: { ...before[listingId], ...changes } }))
  const send = async (lines: CampaignLine[]) => {
    const result = await saving.run({ campaignId: id, version, lines })
    if (result?.ok) setSavedOver(version)
  }
  const save = async () => {
    const read = readLines(rows, edits, language)
    setFaults(read.ok ? {} : read.faults)
    if (!read.ok) return saving.clearError()
    await send(read.lines)
  }
  const takeOut = (listingId: string) => {
    setFaults({})
    return send(rows.filter((row) => row.listingId !== listingId).map(lineOf))
  }
  const canSave = isEdited && savedOver !== version
  const named = namesOf(rows, faults, (kind, name) => t(kind === 'price' ? 'priceOf' : 'unitsOf', { name }))
  const isWrong = Object.keys(faults).length > 0
  if (rows.length === 0)
    return (
      <div className="border-t border-line">
        <EmptyState kind="first" level={3} title={t('noLines')} text={t('noLinesText')} />
      </div>
    )
  return (
    <>
      {canEdit && (
        <div className="flex flex-wrap items-start justify-between gap-3 border-t border-line px-4 py-3">
          <LowerAll
            onLower={(share) => {
              setFaults({})
              for (const { listingId, before } of rows)
                if (before) change(listingId, { price: formatAmount(lowered(before.priceCents, share), language) })
            }}
          />
          <Button type="submit" form={formId} variant="primary" pending={saving.pending} disabled={!canSave}>
            {common('save')}
          </Button>
        </div>
      )}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave) void save()
        }}
      >
        <div className="px-4 pb-3 empty:hidden">
          <FormError
            error={isWrong ? wrongInput : saving.error}
            fields={isWrong ? named.fields : saving.fields}
            labels={isWrong ? named.labels : { lines: t('lines', { count: rows.length }) }}
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
                draft={canEdit ? draftOf(row, edits, language) : null}
                fault={faults[row.listingId]}
                onChange={(changes) => change(row.listingId, changes)}
                onTakeOut={() => void takeOut(row.listingId)}
              />
            ))}
          </Tbody>
        </Table>
      </form>
    </>
  )
}

const wrongInput = { code: 'invalidInput' } as const
const lineOf = ({ listingId, priceCents, units }: CampaignRow) => ({ listingId, priceCents, units })

const lowered = (cents: Cents, share: number): Cents => {
  const next = (cents * BigInt(1_000_000 - share)) / 1_000_000n
  return next > 0n ? next : 1n
}

/** Each fault by the name of its input, in the words of its label. */
function namesOf(
  rows: readonly CampaignRow[],
  faults: LineFaults,
  label: (kind: 'price' | 'units', name: string) => string,
) {
  const fields: Record<string, string[]> = {}
  const labels: Record<string, string> = {}
  for (const row of rows)
    for (const kind of ['price', 'units'] as const) {
      const fault = faults[row.listingId]?.[kind]
      if (!fault) continue
      fields[`${kind} ${row.listingId}`] = [fault]
      labels[`${kind} ${row.listingId}`] = label(kind, nameOf(row))
    }
  return { fields, labels }
}

const nameOf = ({ names }: CampaignRow) => [names?.title, names?.variation].filter(Boolean).join(' · ')

function LowerAll({ onLower }: { onLower: (share: number) => void }) {
  const t = useTranslations('campaigns')
  const [percent, setPercent] = useState('')
  const [isWrong, setWrong] = useState(false)
  const lower = (event: FormEvent) => {
    event.preventDefault()
    const share = readPercent(percent)
    const isShare = share !== null && share > 0 && share < 1_000_000
    setWrong(!isShare)
    if (isShare) onLower(share)
  }
  return (
    <form noValidate onSubmit={lower} className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor="campaign-percent" className="text-[13px] text-ink-2">
          {t('lowerAll')}
        </label>
        <Input
          id="campaign-percent"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          value={percent}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'campaign-percent-error' : undefined}
          onChange={({ target }) => setPercent(target.value)}
          className="w-20! text-right tabular-nums"
        />
        <Button type="submit">{t('apply')}</Button>
      </div>
      {isWrong && (
        <p id="campaign-percent-error" role="alert" className="text-[13px] text-bad">
          {t('fields.percentInvalid')}
        </p>
      )}
    </form>
  )
}

type LineProps = {
  row: CampaignRow
  draft: LineDraft | null
  fault: LineFaults[string] | undefined
  onChange: (changes: Partial<LineDraft>) => void
  onTakeOut: () => void
}

/** A fault takes as many lines as it needs: the cell holds figures that never wrap. */
const field = 'ml-auto w-fit max-w-44 items-end whitespace-normal'

function Line({ row, draft, fault, onChange, onTakeOut }: LineProps) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const { names, before, after, usualUnits, evenUnits, available, warnings, units } = row
  const name = nameOf(row)
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
          <Field hideLabel label={t('priceOf', { name })} error={fault?.price} className={field}>
            <Input
              name={`price ${row.listingId}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              value={draft.price}
              onChange={({ target }) => onChange({ price: target.value })}
              className="w-24! text-right tabular-nums"
            />
          </Field>
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
          <Field hideLabel label={t('unitsOf', { name })} error={fault?.units} className={field}>
            <Input
              name={`units ${row.listingId}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              value={draft.units}
              onChange={({ target }) => onChange({ units: target.value })}
              className="w-20! text-right tabular-nums"
            />
          </Field>
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
