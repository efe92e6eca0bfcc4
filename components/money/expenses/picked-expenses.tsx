'use client'

import { CheckCircleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { failingAs } from '@/components/ui/failing-as'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { markExpensesAction } from '@/lib/money/expenses/actions'
import type { MarkedRow } from '@/lib/money/expenses/mark-expense'
import type { ExpenseStatus } from '@/lib/money/expenses/schema'
import type { ExpenseList } from '@/lib/money/expenses/views'
import { ExpenseTable } from './expense-table'

const mark = failingAs(markExpensesAction, 'expenseUpdateFailed')
type Refused = { id: string; title: string; outcome: Exclude<MarkedRow['outcome'], 'marked'> }

/** The rows of the full view, of which several can be marked at once; who may not write only reads them. */
export function PickedExpenses({ list }: { list: ExpenseList }) {
  const { rows } = list.page
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.filter(({ id }) => picked.has(id))
  const toggle = (id: string) =>
    setPicked((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  const toggleAll = () => setPicked(new Set(shown.length === rows.length ? [] : rows.map(({ id }) => id)))
  if (!list.canWrite) return <ExpenseTable list={list} />
  return (
    <>
      <MarkBar rows={shown} onDone={() => setPicked(new Set())} />
      <ExpenseTable list={list} picks={{ picked, toggle, toggleAll }} />
    </>
  )
}

type MarkBarProps = { rows: ExpenseList['page']['rows']; onDone: () => void }

function MarkBar({ rows, onDone }: MarkBarProps) {
  const t = useTranslations('expenses')
  const [refused, setRefused] = useState<Refused[]>([])
  const marking = useAction(mark, { refresh: true })

  const set = async (chosen: { id: string; version: number }[], status: ExpenseStatus) => {
    const titles = new Map(rows.map(({ id, description }) => [id, description]))
    const result = await marking.run({ rows: chosen, status, paidOn: null })
    if (!result?.ok) return
    onDone()
    const marked = result.data.filter(({ outcome }) => outcome === 'marked')
    setRefused(
      result.data.flatMap(({ id, outcome }) =>
        outcome === 'marked' ? [] : [{ id, outcome, title: titles.get(id) ?? '' }],
      ),
    )
    if (marked.length === 0) return
    const text = t('markedMany', { count: marked.length, status: t(`statusesMany.${status}`) })
    const back = marked.map(({ id, version }) => ({ id, version }))
    toastWithUndo(text, t('undo'), () => void set(back, status === 'paid' ? 'pending' : 'paid'))
  }

  const chosen = rows.map(({ id, version }) => ({ id, version }))
  return (
    <>
      {rows.length > 0 && (
        <div
          role="group"
          aria-label={t('selected', { count: rows.length })}
          className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
        >
          <span className="mr-auto flex flex-wrap items-center gap-x-3 font-semibold">
            <span aria-live="polite">{t('selected', { count: rows.length })}</span>
            <Button size="sm" variant="ghost" onClick={onDone}>
              {t('clearSelection')}
            </Button>
          </span>
          <Button size="sm" pending={marking.pending} onClick={() => void set(chosen, 'pending')}>
            {t('markSelectedPending')}
          </Button>
          <Button size="sm" variant="primary" pending={marking.pending} onClick={() => void set(chosen, 'paid')}>
            <CheckCircleIcon aria-hidden />
            {t('markSelectedPaid')}
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <div role="status" className="border-t border-line px-4 py-2 text-[13px]">
          <p className="font-medium">{t('notMarked', { count: refused.length })}</p>
          <ul className="list-disc pl-5 text-ink-2">
            {refused.map(({ id, title, outcome }) => (
              <li key={id}>{[title, t(`outcomes.${outcome}`)].filter(Boolean).join(': ')}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
