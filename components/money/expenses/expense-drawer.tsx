'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { DeleteButton } from '@/components/ui/delete-button'
import { ConfirmDialog, Drawer } from '@/components/ui/dialog'
import { DraftFrame } from '@/components/ui/draft-frame'
import { failingAs } from '@/components/ui/failing-as'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { useClosing } from '@/components/ui/use-closing'
import { restoreExpenseAction, endSeriesAction, voidExpenseAction } from '@/lib/money/expenses/actions'
import { draftOf, startDraft } from '@/lib/money/expenses/draft'
import { expensesHref } from '@/lib/money/expenses/filters'
import type { ExpenseFrame } from '@/lib/money/expenses/views'
import { CategoryList } from './category-list'
import { ExpenseForm } from './expense-form'
import { SeriesNote, ScopeChoice } from './series-fields'
import type { OpenExpense } from '@/lib/money/expenses/details'
import type { ChangeScope } from '@/lib/money/expenses/schema'

const restore = failingAs(restoreExpenseAction, 'expenseUpdateFailed')

/** Opened and closed by the address, beside the list. */
export function ExpenseDrawer({ list }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const { open, filters, today, start } = list
  const [ending, setEnding] = useState(false)
  const closedHref = expensesHref(filters, { after: filters.after, before: filters.before })
  const { isOpen, close } = useClosing(open, closedHref)
  const restoring = useAction(restore, { successMessage: t('restored'), refresh: true })
  if (open === 'categories')
    return (
      <Drawer open={isOpen} onClose={close} title={t('categories.title')} description={t('categories.text')}>
        <CategoryList categories={list.categories} />
      </Drawer>
    )
  const existing = open === 'new' ? null : open
  const offerUndo = (version: number, several: boolean, id: string) =>
    toastWithUndo(t(several ? 'deletedMany' : 'deleted'), t('undo'), () => void restoring.run({ id, version }))
  return (
    <DraftFrame
      as="drawer"
      open={isOpen}
      onClose={close}
      title={existing ? t('edit') : t('new')}
      aside={(leave) =>
        existing && (
          <DeleteExpense
            expense={existing}
            onDone={(version, several) => {
              leave()
              offerUndo(version, several, existing.id)
            }}
          />
        )
      }
    >
      {(form) => (
        <>
          {existing && <HistoryLink kind="expense" id={existing.id} />}
          {open && (
            <ExpenseForm
              {...form}
              key={existing ? `${existing.id} ${existing.version}` : 'new'}
              initial={existing ? draftOf(existing, today, language) : startDraft(start, today, language)}
              existing={existing}
              categories={list.categories.map(({ name }) => name)}
              places={list.places}
              today={today}
              seriesNote={existing && <SeriesNote expense={existing} onEnd={() => setEnding(true)} />}
            />
          )}
          {existing && (
            <EndSeries expense={existing} open={ending} onClose={() => setEnding(false)} onDone={form.onDone} />
          )}
        </>
      )}
    </DraftFrame>
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
  const [scope, setScope] = useState<ChangeScope>('this')
  const removing = useAction(remove, { onSuccess: ({ version }) => onDone(version, scope !== 'this') })
  return (
    <DeleteButton
      title={t('deleteAsk', { title: expense.description })}
      text={t('deleteText')}
      pending={removing.pending}
      onConfirm={() => void removing.run({ id: expense.id, version: expense.version, scope })}
    >
      {expense.seriesId && <ScopeChoice name="delete-scope" scope={scope} onChange={setScope} />}
    </DeleteButton>
  )
}
