'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NoData } from '@/components/ui/no-data'
import { Skeleton } from '@/components/ui/skeleton'
import { isProposed, isRefusal, type ToolOutcome } from '@/lib/assist/assistant/contract'
import type { Figure, ToolAnswer, ToolSeries } from '@/lib/assist/tools/contract'
import { AnswerTable } from './answer-table'
import { useQuestionText, useToolName, useValue } from './tool-words'

// Only an answer that has a course brings what draws it.
const AnswerChart = dynamic(() => import('./answer-chart').then((result) => result.AnswerChart), {
  loading: () => <Skeleton className="m-4 h-72" />,
})

/** The result of a look-up: each figure opens the rows that add up to it. */
export function ToolResult({ name, outcome }: { name: string; outcome: ToolOutcome }) {
  return isRefusal(outcome) || isProposed(outcome) ? null : <ToolAnswerCard name={name} answer={outcome} />
}

function ToolAnswerCard({ name, answer }: { name: string; answer: ToolAnswer }) {
  const title = useToolName()(name)
  const questionText = useQuestionText()(answer)
  const { figures, table, nothing } = answer
  if (figures.length === 0 && !table) return null
  return (
    <Card flush as="div">
      <div className="px-4 pt-3 pb-2">
        <h3 className="font-title">
          <Link href={answer.href} className="text-ink underline-offset-2 hover:underline">
            {title}
          </Link>
        </h3>
        {questionText && <p className="text-[13px] text-ink-3">{questionText}</p>}
      </div>
      {nothing ? <Nothing beginnings={nothing.beginnings} /> : <Numbers title={title} answer={answer} />}
    </Card>
  )
}

/** Rows of zeros would say less. */
function Nothing({ beginnings }: NonNullable<ToolAnswer['nothing']>) {
  const t = useTranslations('assistant.consulted')
  const names = useTranslations('tools.beginnings')
  return (
    <div className="grid gap-3 px-4 pb-4">
      <p className="text-ink-2">{t('nothingYet')}</p>
      {beginnings.length > 0 && (
        <ul aria-label={t('begin')} className="flex flex-wrap gap-2">
          {beginnings.map(({ name, href }) => (
            <li key={name}>
              <ButtonLink size="sm" href={href}>
                {names(name)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Numbers({ title, answer }: { title: string; answer: ToolAnswer }) {
  const notes = useTranslations('tools.notes')
  const { asked: criteria, figures, compared, table, series } = answer
  return (
    <>
      {figures.length > 0 && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 pb-4 sm:grid-cols-3">
          {figures.map((figure, index) => (
            <FigureItem key={figure.name} figure={figure} before={compared?.figures[index] ?? null} />
          ))}
        </dl>
      )}
      {series && hasCourse(series) && <AnswerChart series={series} period={criteria.period} />}
      {table && <AnswerTable label={title} table={table} href={answer.href} />}
      {answer.notes.map(({ name: note, values }) => (
        <p key={note} className="border-t border-line px-4 py-2 text-[13px] text-ink-2">
          {notes(note, values)}
        </p>
      ))}
    </>
  )
}

const hasCourse = ({ points }: ToolSeries) => points.some(({ value }) => Number(value ?? 0) !== 0)

function FigureItem({ figure: { name, unit, value, href }, before }: { figure: Figure; before: Figure | null }) {
  const t = useTranslations('assistant.consulted')
  const names = useTranslations('tools.figures')
  const written = useValue()
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-2">{names(name)}</dt>
      <dd className="tabular-nums">
        <Link
          href={href}
          className="inline-block min-h-6 min-w-6 font-semibold text-ink underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {value === null ? <NoData /> : written(value, unit)}
        </Link>
        {before && before.value !== null && (
          <span className="block text-xs text-ink-3">{t('before', { value: written(before.value, before.unit) })}</span>
        )}
      </dd>
    </div>
  )
}
