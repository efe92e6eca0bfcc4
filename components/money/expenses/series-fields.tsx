'use client'

import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { formatDay } from '@/lib/core/dates'
import type { OpenExpense } from '@/lib/money/expenses/details'
import { changeScopes, type ChangeScope } from '@/lib/money/expenses/schema'

const scopeLabels = { this: 'this', following: 'following', open: 'all' } as const

type ScopeChoiceProps = { name: string; scope: ChangeScope; onChange: (scope: ChangeScope) => void; hint?: boolean }

/** How far a change of one of a series goes. */
export function ScopeChoice({ name, scope, onChange, hint }: ScopeChoiceProps) {
  const t = useTranslations('expenses.series')
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium text-ink">{t('scope')}</legend>
      {changeScopes.map((known) => (
        <label key={known} className="flex items-center gap-2 py-1 pointer-coarse:min-h-control">
          <input
            type="radio"
            name={name}
            value={known}
            checked={scope === known}
            onChange={() => onChange(known)}
            className="size-4 accent-(--accent)"
          />
          {t(scopeLabels[known])}
        </label>
      ))}
      {hint && <p className="mt-1 text-xs text-ink-3">{t('scopeHint')}</p>}
    </fieldset>
  )
}

type SeriesNoteProps = { expense: OpenExpense; onEnd: () => void }

/** The series of the expense. */
export function SeriesNote({ expense, onEnd }: SeriesNoteProps) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const { rhythm, instalment, instalmentOf, series } = expense
  if (instalment === null) return null
  if (!rhythm || rhythm === 'instalments' || !series)
    return instalmentOf === null ? null : (
      <Note>
        {t('repeat.number')} {t('part', { number: instalment, of: instalmentOf })}
      </Note>
    )
  const end = series.ended
    ? t('series.ended')
    : series.untilOn
      ? t('series.until', { day: formatDay(series.untilOn, language) })
      : series.times
        ? t('series.times', { times: series.times })
        : t('series.open')
  return (
    <Note>
      <span className="flex-1">
        {t('series.repeats', { rhythm: t(`rhythms.${rhythm}`), number: instalment })} · {end}
      </span>
      {!series.ended && (
        <Button size="sm" variant="ghost" onClick={onEnd}>
          {t('series.end')}
        </Button>
      )}
    </Note>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-2 text-[13px] text-ink-2">
      <ArrowPathIcon aria-hidden className="size-4 shrink-0" />
      {children}
    </div>
  )
}
