'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Button } from '@/components/ui/button'
import { Drawer, ConfirmDialog } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { useClosing } from '@/components/ui/use-closing'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { restoreExpenseAction, endSeriesAction, voidExpenseAction } from '@/lib/money/expenses/actions'
import { draftOf, startDraft } from '@/lib/money/expenses/draft'
import { expensesHref } from '@/lib/money/expenses/filters'
import type { ExpenseFrame } from '@/lib/money/expenses/views'
import { CategoryList } from './category-list'
import { ExpenseForm } from './expense-form'
import { SeriesNote, ScopeChoice } from './series-fields'
import type { OpenExpense } from '@/lib/money/expenses/details'
import type { ChangeScope } from '@/lib/money/expenses/schema'

const formId = 'expense-form'
const restore = failingAs(restoreExpenseAction, 'expenseUpdateFailed')

/** Opened and closed by the address, beside the list. */
export function ExpenseDrawer({ list }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const { open, filters, today, start } = list
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const [ending, setEnding] = useState(false)
  const { isOpen, startClosing } = useClosing(open)
  const restoring = useAction(restore, { successMessage: t('restored'), refresh: true })
  const mayLeave = useUnsavedGuard(open !== null && dirty)
  const close = () => {
    setDirty(false)
    startClosing()
    router.push(expensesHref(filters, { after: filters.after, before: filters.before }), { scroll: false })
    router.refresh()
  }
  const tryClose = () => mayLeave() && close()
  if (open === 'categories')
    return (
      <Drawer open={isOpen} onClose={close} title={t('categories.title')} description={t('categories.text')}>
        <CategoryList categories={list.categories} />
      </Drawer>
    )
  const existing = open === 'new' ? null : open
  return (
    <>
      <Drawer
        open={isOpen}
        onClose={tryClose}
        title={existing ? t('edit') : t('new')}
        footer={
          <>
            {existing && (
              <DeleteExpense
                expense={existing}
                onDone={(version, several) => {
                  close()
                  const text = t(several ? 'deletedMany' : 'deleted')
                  toastWithUndo(text, t('undo'), () => void restoring.run({ id: existing.id, version }))
                }}
              />
            )}
            <Button onClick={tryClose}>{common('cancel')}</Button>
            <Button variant="primary" type="submit" form={formId} pending={pending}>
              {common('save')}
            </Button>
          </>
        }
      >
        {existing && <HistoryLink kind="expense" id={existing.id} />}
        {open && (
          <ExpenseForm
            key={existing ? `${existing.id} ${existing.version}` : 'new'}
            id={formId}
            initial={existing ? draftOf(existing, today, language) : startDraft(start, today, language)}
            existing={existing}
            categories={list.categories.map(({ name }) => name)}
            places={list.places}
            today={today}
            seriesNote={existing && <SeriesNote expense={existing} onEnd={() => setEnding(true)} />}
            onDirty={setDirty}
            onPending={setPending}
            onDone={close}
          />
        )}
      </Drawer>
      {existing && <EndSeries expense={existing} open={ending} onClose={() => setEnding(false)} onDone={close} />}
    </>
  )
}

const end = failingAs(endSeriesAction, 'expenseUpdateFailed')

type EndSeriesProps = { expense: OpenExpense; open: boolean; onClose: () => void; onDone: () => void }

function EndSeries({ expense, open, onClose, onDone }: EndSeriesProps) {
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

const remove = failingAs(voidExpenseAction, 'expenseUpdateFailed')

type DeleteExpenseProps = { expense: OpenExpense; onDone: (version: number, several: boolean) => void }

function DeleteExpense({ expense, onDone }: DeleteExpenseProps) {
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
