'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { addDays, formatDay, type Day } from '@/lib/core/dates'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { EARLIER_UNITS } from '@/lib/catalog/forecast/demand'
import { dailyPace, isTooLittle } from '@/lib/catalog/forecast/tested'
import type { Suggestion } from '@/lib/catalog/purchases/suggestion-queries'
import type { SupplierChoice } from '@/lib/catalog/purchases/supplier-queries'
import { LeadSource } from './lead-source'
import { CreateFromSuggestion } from './create-from-suggestion'

type Props = { rows: Suggestion[]; suppliers: SupplierChoice[]; today: Day }

export function SuggestionTable({ rows, suppliers, today }: Props) {
  const t = useTranslations('purchases.suggestion')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [creating, setCreating] = useState(false)
  const picked = rows.filter(({ id }) => chosen.has(id))
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const all = picked.length === rows.length
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-1.5">
        <Checkbox
          label={t('selectAll')}
          checked={all}
          indeterminate={picked.length > 0 && !all}
          onChange={() => setChosen(new Set(all ? [] : rows.map(({ id }) => id)))}
        />
        <span className="flex items-center gap-3">
          <span role="status" className="text-[13px] text-ink-2">
            {t('chosen', { count: picked.length })}
          </span>
          <Button size="sm" variant="primary" disabled={picked.length === 0} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        </span>
      </div>
      <Table label={t('title')}>
        <Thead>
          <Th narrow />
          <Th>{t('product')}</Th>
          <Th>{t('daysLeft')}</Th>
          <Th numeric>{t('perDay')}</Th>
          <Th numeric>{t('target')}</Th>
          <Th numeric>{t('available')}</Th>
          <Th numeric>{t('onOrder')}</Th>
          <Th numeric>{t('suggested')}</Th>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <SuggestionLine
              key={row.id}
              row={row}
              today={today}
              chosen={chosen.has(row.id)}
              onToggle={() => toggle(row.id)}
            />
          ))}
        </Tbody>
      </Table>
      <CreateFromSuggestion
        key={picked.map(({ id }) => id).join()}
        rows={picked}
        suppliers={suppliers}
        open={creating}
        onClose={() => setCreating(false)}
      />
    </>
  )
}

/** Under each number stands what it is made of. */
type LineProps = { row: Suggestion; today: Day; chosen: boolean; onToggle: () => void }

function SuggestionLine({ row, today, chosen, onToggle }: LineProps) {
  const t = useTranslations('purchases.suggestion')
  const language = useLocale()
  const perDay = dailyPace(row)
  const flat = perDay * (row.leadDays + row.coverDays)
  const season = flat > 0 ? row.expected / flat - 1 : 0
  const small = 'block text-xs font-normal text-ink-3'
  return (
    <Tr selected={chosen}>
      <Td narrow>
        <Checkbox aria-label={t('select', { sku: row.sku })} checked={chosen} onChange={onToggle} />
      </Td>
      <Td primary className="md:min-w-44">
        <Link href={`/dashboard/products/${row.id}`} className="text-ink no-underline hover:underline">
          {row.title}
        </Link>
        <span className={`${small} wrap-anywhere`}>{[row.sku, row.supplierName].filter(Boolean).join(' · ')}</span>
      </Td>
      <Td label={t('daysLeft')} className="whitespace-nowrap">
        <DaysLeft row={row} today={today} />
      </Td>
      <Td numeric label={t('perDay')}>
        {formatNumber(perDay, language, 2)}
        <span className={small}>{t('soldHow', { sold: formatNumber(row.sold, language), days: row.days })}</span>
        {row.sold > 0 && row.daysBefore > 0 && (
          <span className={small}>
            {t(row.soldBefore > EARLIER_UNITS ? 'beforeCapped' : 'before', {
              sold: formatNumber(row.soldBefore, language),
              days: row.daysBefore,
              units: EARLIER_UNITS,
            })}
          </span>
        )}
      </Td>
      <Td numeric label={t('target')}>
        {formatNumber(row.expected, language, 1)}
        <span className={small}>{t('targetHow', { lead: row.leadDays, cover: row.coverDays })}</span>
        <span className={small}>
          <LeadSource row={row} />
        </span>
        {Math.abs(season) >= SHOWN && (
          <span className={small}>
            {t(season > 0 ? 'seasonMore' : 'seasonLess', {
              percent: formatPercent(Math.abs(season), language, { fractionDigits: 0 }),
            })}
          </span>
        )}
      </Td>
      <Td numeric label={t('available')} className={row.available <= 0 ? 'text-bad' : undefined}>
        {formatNumber(row.available, language)}
      </Td>
      <Td numeric label={t('onOrder')}>
        {formatNumber(row.onOrder, language)}
      </Td>
      <Td numeric label={t('suggested')} className="font-semibold">
        {formatNumber(row.suggested, language)}
        {row.unitsPerPack > 1 && <span className={small}>{t('packHow', { units: row.unitsPerPack })}</span>}
        {row.minimumUnits !== null && <span className={small}>{t('minimumHow', { units: row.minimumUnits })}</span>}
      </Td>
    </Tr>
  )
}

/** A difference smaller than this is not worth a line. */
const SHOWN = 0.02
/** A date farther away than a year says nothing. */
const DATED = 365

function DaysLeft({ row, today }: { row: Suggestion; today: Day }) {
  const t = useTranslations('purchases.suggestion')
  const language = useLocale()
  const { daysLeft, available, leadDays } = row
  if (daysLeft === null) return <span className="text-ink-3">{t('noSales')}</span>
  if (available <= 0) return <span className="font-medium text-bad">{t('isOut')}</span>
  const days = Math.floor(daysLeft)
  const small = 'block text-xs font-normal text-ink-3'
  return (
    <span className={days <= leadDays ? 'font-medium text-warn' : undefined}>
      {t('lasts', { days })}
      {days > 0 && days <= DATED && !isTooLittle(row) && (
        <span className={small}>{t('until', { day: formatDay(addDays(today, days), language) })}</span>
      )}
      {isTooLittle(row) && <span className={small}>{t('little')}</span>}
    </span>
  )
}
