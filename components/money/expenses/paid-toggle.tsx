'use client'

import { CheckCircleIcon } from '@heroicons/react/24/solid'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { failingAs } from '@/components/ui/failing-as'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { markExpenseAction } from '@/lib/money/expenses/actions'
import type { Expense } from '@/lib/money/expenses/queries'
import type { ExpenseStatus } from '@/lib/money/expenses/schema'

type PaidToggleProps = { expense: Pick<Expense, 'id' | 'description' | 'status' | 'version'> }
/** Shown until the server's answer, from `version` on, has reached the page. */
type Expected = { status: ExpenseStatus; version: number }

const mark = failingAs(markExpenseAction, 'expenseUpdateFailed')
const other = (status: ExpenseStatus): ExpenseStatus => (status === 'paid' ? 'pending' : 'paid')

/** Shows the new state at once, and takes it back when it could not be saved; the toast undoes it. */
export function PaidToggle({ expense }: PaidToggleProps) {
  const t = useTranslations('expenses')
  const [expected, setExpected] = useState<Expected | null>(null)
  const marking = useAction(mark, { refresh: true })
  const status = expected && expense.version < expected.version ? expected.status : expense.status

  const set = async (next: ExpenseStatus, version: number) => {
    setExpected({ status: next, version: version + 1 })
    const result = await marking.run({ id: expense.id, version, status: next })
    if (!result) return
    if (!result.ok) return setExpected(null)
    const marked = t('marked', { status: t(`statuses.${next}`).toLowerCase() })
    toastWithUndo(marked, t('undo'), () => void set(other(next), result.data.version))
  }

  const paid = status === 'paid'
  return (
    <button
      type="button"
      aria-label={t(paid ? 'markPendingOf' : 'markPaidOf', { title: expense.description })}
      aria-busy={marking.pending || undefined}
      onClick={() => void set(other(status), expense.version)}
      className={classNames(buttonClass({ size: 'sm' }), paid && 'border-transparent! bg-good-soft! text-good!')}
    >
      {paid && <CheckCircleIcon aria-hidden className="size-4!" />}
      {t(paid ? 'statuses.paid' : 'markPaid')}
    </button>
  )
}
