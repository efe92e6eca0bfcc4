'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { useClosing } from '@/components/ui/use-closing'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { restoreExpenseAction } from '@/lib/money/expenses/actions'
import { draftOf, startDraft } from '@/lib/money/expenses/draft'
import { expensesHref } from '@/lib/money/expenses/filters'
import type { ExpenseFrame } from '@/lib/money/expenses/views'
import { CategoryList } from './category-list'
import { DeleteExpense } from './delete-expense'
import { EndSeries } from './end-series'
import { ExpenseForm } from './expense-form'
import { SeriesNote } from './series-fields'

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
