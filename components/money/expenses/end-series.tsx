'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { useAction } from '@/components/ui/use-action'
import { endSeriesAction } from '@/lib/money/expenses/actions'
import type { OpenExpense } from '@/lib/money/expenses/details'

const end = failingAs(endSeriesAction, 'expenseUpdateFailed')

type EndSeriesProps = { expense: OpenExpense; open: boolean; onClose: () => void; onDone: () => void }

export function EndSeries({ expense, open, onClose, onDone }: EndSeriesProps) {
  const t = useTranslations('expenses.series')
  const ending = useAction(end, {
    successMessage: t('ended2'),
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void ending.run({ id: expense.id, version: expense.version })}
      pending={ending.pending}
      danger
      title={t('endAsk')}
      text={t('endText')}
      confirmLabel={t('end')}
    />
  )
}
