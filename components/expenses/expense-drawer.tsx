'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Drawer } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { voidExpenseAction } from '@/lib/expenses/actions'
import { draftOf, emptyDraft } from '@/lib/expenses/draft'
import { expensesHref } from '@/lib/expenses/filters'
import type { Expense } from '@/lib/expenses/queries'
import type { ExpenseList } from '@/lib/expenses/views'
import { ExpenseForm } from './expense-form'

const formId = 'expense-form'

/** Opened and closed by the address, beside the list. */
export function ExpenseDrawer({ list }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const { open, filters, today } = list
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const [closing, setClosing] = useState<ExpenseList['open']>(null)
  const mayLeave = useUnsavedGuard(open !== null && dirty)
  const close = () => {
    setDirty(false)
    setClosing(open)
    router.push(expensesHref(filters, { after: filters.after, before: filters.before }), { scroll: false })
    router.refresh()
  }
  const existing = open === 'new' ? null : open
  return (
    <Drawer
      open={open !== null && open !== closing}
      onClose={() => mayLeave() && close()}
      title={existing ? t('edit') : t('new')}
      footer={
        <>
          {existing && <DeleteExpense expense={existing} onDone={close} />}
          <Button onClick={() => mayLeave() && close()}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {common('save')}
          </Button>
        </>
      }
    >
      {open && (
        <ExpenseForm
          key={existing ? `${existing.id} ${existing.version}` : 'new'}
          id={formId}
          initial={existing ? draftOf(existing, today, language) : emptyDraft(today)}
          existing={existing}
          categories={list.categories}
          today={today}
          onDirty={setDirty}
          onPending={setPending}
          onDone={close}
        />
      )}
    </Drawer>
  )
}

const remove = failingAs(voidExpenseAction, 'expenseUpdateFailed')

function DeleteExpense({ expense, onDone }: { expense: Expense; onDone: () => void }) {
  const t = useTranslations('expenses')
  const common = useTranslations('common')
  const [asking, setAsking] = useState(false)
  const removing = useAction(remove, { successMessage: t('deleted'), onSuccess: onDone })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)} className="mr-auto text-bad!">
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void removing.run({ id: expense.id, version: expense.version })}
        pending={removing.pending}
        danger
        title={t('deleteAsk', { title: expense.description })}
        text={t('deleteText')}
        confirmLabel={common('delete')}
      />
    </>
  )
}
