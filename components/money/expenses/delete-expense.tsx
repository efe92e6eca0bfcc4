'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { useAction } from '@/components/ui/use-action'
import { voidExpenseAction } from '@/lib/money/expenses/actions'
import type { OpenExpense } from '@/lib/money/expenses/details'
import type { ChangeScope } from '@/lib/money/expenses/schema'
import { ScopeChoice } from './series-fields'

const remove = failingAs(voidExpenseAction, 'expenseUpdateFailed')

type DeleteExpenseProps = { expense: OpenExpense; onDone: (version: number, several: boolean) => void }

export function DeleteExpense({ expense, onDone }: DeleteExpenseProps) {
  const t = useTranslations('expenses')
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  const [scope, setScope] = useState<ChangeScope>('this')
  const removing = useAction(remove, { onSuccess: ({ version }) => onDone(version, scope !== 'this') })
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)} className="mr-auto text-bad!">
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void removing.run({ id: expense.id, version: expense.version, scope })}
        pending={removing.pending}
        danger
        title={t('deleteAsk', { title: expense.description })}
        text={t('deleteText')}
        confirmLabel={common('delete')}
      >
        {expense.seriesId && <ScopeChoice name="delete-scope" scope={scope} onChange={setScope} />}
      </ConfirmDialog>
    </>
  )
}
