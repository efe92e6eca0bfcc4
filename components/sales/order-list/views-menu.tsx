'use client'

import { BookmarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { saveViewAction, setDefaultViewAction } from '@/lib/sales/order-list/actions'
import type { SavedViews } from '@/lib/sales/order-list/queries'
import { maxViewNameChars } from '@/lib/sales/order-list/schema'
import { holdsSearch } from '@/lib/core/text/search-words'
import { SavedViewRow } from './saved-view-row'

type ViewsMenuProps = {
  saved: SavedViews
  canShare: boolean
  /** The filter as it stands. */
  query: string
}

export function ViewsMenu({ saved, canShare, query }: ViewsMenuProps) {
  const t = useTranslations('orders.desk.views')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" variant="ghost" className="ml-1" onClick={() => setOpen(true)}>
        <BookmarkIcon aria-hidden />
        {t('menu')}
      </Button>
      <Dialog open={open} onClose={close} title={t('label')}>
        <div className="space-y-5">
          <SaveForm canShare={canShare} query={query} onSaved={close} />
          <ViewList saved={saved} canShare={canShare} query={query} />
          {saved.views.length > 0 && <DefaultSelect saved={saved} />}
        </div>
      </Dialog>
    </>
  )
}

function SaveForm({ canShare, query, onSaved }: Omit<ViewsMenuProps, 'saved'> & { onSaved: () => void }) {
  const t = useTranslations('orders.desk.views')
  const message = useMessage()
  const router = useRouter()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useAction(saveViewAction, {
    successMessage: t('saved'),
    onSuccess: ({ href }) => {
      onSaved()
      router.push(href, { scroll: false })
      router.refresh()
    },
  })
  const [problem] = save.fields.name ?? []
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run({ name, query, shared: shared && canShare })
      }}
    >
      <FormError error={save.error} fields={save.fields} />
      <Field label={t('current')} error={problem && message(problem, { max: maxViewNameChars })}>
        <span className="flex gap-2">
          <Input
            name="name"
            placeholder={t('name')}
            value={name}
            maxLength={maxViewNameChars}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="primary" pending={save.pending}>
            {t('save')}
          </Button>
        </span>
      </Field>
      {canShare && (
        <Checkbox label={t('share')} checked={shared} onChange={({ target }) => setShared(target.checked)} />
      )}
      {canShare && shared && holdsSearch(query) && <p className="text-[13px] text-ink-2">{t('searchedShared')}</p>}
    </form>
  )
}

function ViewList({ saved: { views }, canShare, query }: ViewsMenuProps) {
  const t = useTranslations('orders.desk.views')
  if (views.length === 0) return <p className="text-ink-2">{t('none')}</p>
  const groups = [
    { title: t('mine'), views: views.filter(({ shared }) => !shared) },
    { title: t('team'), views: views.filter(({ shared }) => shared) },
  ].filter((group) => group.views.length > 0)
  return groups.map((group) => (
    <section key={group.title}>
      <h3 className="mb-1 text-[13px] font-medium text-ink-2">{group.title}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">
        {group.views.map((view) => (
          <SavedViewRow key={view.id} view={view} canChange={view.own || canShare} canShare={canShare} query={query} />
        ))}
      </ul>
    </section>
  ))
}

function DefaultSelect({ saved: { views, defaultId } }: { saved: SavedViews }) {
  const t = useTranslations('orders.desk.views')
  const choose = useAction(setDefaultViewAction, { refresh: true, successMessage: t('opened') })
  return (
    <Field label={t('open')}>
      <Select
        value={defaultId ?? ''}
        aria-busy={choose.pending || undefined}
        onChange={({ target }) => void choose.run({ viewId: target.value || null })}
        options={views.map(({ id, name }) => ({ value: id, label: name }))}
      >
        <option value="">{t('openAll')}</option>
      </Select>
    </Field>
  )
}
