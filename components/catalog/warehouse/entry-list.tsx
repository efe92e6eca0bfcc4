'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useAction } from '@/components/ui/use-action'
import { formatTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { undoEntryAction } from '@/lib/catalog/warehouse/actions'
import type { CountEntry } from '@/lib/catalog/warehouse/count-lines'

type EntryListProps = { countId: string; entries: CountEntry[]; timeZone: string }

/** The newest entries of everybody; each may be taken back. */
export function EntryList({ countId, entries, timeZone }: EntryListProps) {
  const t = useTranslations('counts.desk')
  if (entries.length === 0) return null
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer text-[13px] font-medium text-ink-2">{t('latest')}</summary>
      <ul className="mt-2 grid gap-1">
        {entries.map((entry) => (
          <EntryLine key={entry.id} countId={countId} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </details>
  )
}

function EntryLine({ countId, entry, timeZone }: { countId: string; entry: CountEntry; timeZone: string }) {
  const t = useTranslations('counts.desk')
  const language = useLocale()
  const undo = useAction(undoEntryAction, { successMessage: t('undone'), refresh: true })
  return (
    <li className="flex items-center justify-between gap-3 text-[13px]">
      <span className={classNames('min-w-0 tabular-nums', entry.isOver && 'text-ink-3 line-through')}>
        <span className="font-semibold">{`+${formatNumber(entry.units, language)} `}</span>
        <span className="break-words">{`${entry.sku} · ${entry.title}`}</span>
        <span className="text-ink-3">
          {` · ${[entry.person, formatTime(entry.countedAt, language, timeZone)].filter(Boolean).join(' · ')}`}
        </span>
      </span>
      {!entry.isOver && (
        <Button
          size="sm"
          pending={undo.pending}
          aria-label={t('undoOf', { units: entry.units, sku: entry.sku })}
          onClick={() => void undo.run({ countId, undoes: entry.id })}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}
