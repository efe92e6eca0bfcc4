'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { Field, Input } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { renameCategoryAction } from '@/lib/money/expenses/actions'
import type { CategoryInUse } from '@/lib/money/expenses/details'

const rename = failingAs(renameCategoryAction, 'expenseUpdateFailed')

export function CategoryList({ categories }: { categories: CategoryInUse[] }) {
  const t = useTranslations('expenses.categories')
  if (categories.length === 0) return <p className="text-ink-2">{t('none')}</p>
  const names = categories.map(({ name }) => name)
  return (
    <ul className="divide-y divide-line">
      {categories.map((category) => (
        <CategoryRow key={category.name} category={category} names={names} />
      ))}
    </ul>
  )
}

function CategoryRow({ category: { name, count }, names }: { category: CategoryInUse; names: string[] }) {
  const t = useTranslations('expenses.categories')
  const common = useTranslations('common')
  const [draft, setDraft] = useState<string | null>(null)
  const [merging, setMerging] = useState(false)
  const renaming = useAction(rename, {
    refresh: true,
    successMessage: ({ count: changed }) => t('renamed', { count: changed }),
    onSuccess: () => {
      setDraft(null)
      setMerging(false)
    },
  })
  const to = (draft ?? '').trim()
  const save = () => renaming.run({ from: name, to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to === name) return setDraft(null)
    if (names.includes(to)) return setMerging(true)
    void save()
  }
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="text-xs text-ink-3">{t('count', { count })}</span>
        </span>
        {draft === null && (
          <Button size="sm" onClick={() => setDraft(name)} aria-label={`${t('rename')}: ${name}`}>
            {t('rename')}
          </Button>
        )}
      </div>
      {draft !== null && (
        <form onSubmit={submit} className="mt-2 flex flex-wrap items-start gap-2">
          <Field
            hideLabel
            label={t('newNameOf', { name })}
            hint={t('removeHint')}
            error={renaming.fields.to}
            className="min-w-48 flex-1"
          >
            <Input autoFocus value={draft} maxLength={60} onChange={({ target }) => setDraft(target.value)} />
          </Field>
          <Button type="submit" variant="primary" pending={renaming.pending}>
            {common('save')}
          </Button>
          <Button onClick={() => setDraft(null)}>{common('cancel')}</Button>
        </form>
      )}
      <ConfirmDialog
        open={merging}
        onClose={() => setMerging(false)}
        onConfirm={() => void save()}
        pending={renaming.pending}
        title={t('mergeAsk', { from: name, to })}
        text={t('mergeText', { to })}
        confirmLabel={t('merge')}
      />
    </li>
  )
}
