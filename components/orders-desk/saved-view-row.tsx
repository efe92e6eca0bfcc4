'use client'

import { PencilIcon, TrashIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { deleteViewAction, renameViewAction } from '@/lib/orders-desk/actions'
import type { SavedView } from '@/lib/orders-desk/queries'
import { maxViewNameChars } from '@/lib/orders-desk/schema'

type SavedViewRowProps = { view: SavedView; canChange: boolean }

export function SavedViewRow({ view, canChange }: SavedViewRowProps) {
  const t = useTranslations('orders.desk.views')
  const [mode, setMode] = useState<'read' | 'rename' | 'delete'>('read')
  const back = () => setMode('read')
  return (
    <li className="flex min-h-control items-center gap-2 px-3 py-1.5">
      {mode === 'rename' && <RenameForm view={view} onEnd={back} />}
      {mode === 'delete' && <DeleteQuestion view={view} onEnd={back} />}
      {mode === 'read' && (
        <>
          <span className="min-w-0 flex-1 truncate">{view.name}</span>
          {canChange && (
            <>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('rename', { name: view.name })}
                onClick={() => setMode('rename')}
              >
                <PencilIcon aria-hidden />
              </Button>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('delete', { name: view.name })}
                onClick={() => setMode('delete')}
              >
                <TrashIcon aria-hidden />
              </Button>
            </>
          )}
        </>
      )}
    </li>
  )
}

type ModeProps = { view: SavedView; onEnd: () => void }

function RenameForm({ view, onEnd }: ModeProps) {
  const t = useTranslations('orders.desk.views')
  const common = useTranslations('common')
  const [name, setName] = useState(view.name)
  const rename = useAction(renameViewAction, { refresh: true, successMessage: t('renamed'), onSuccess: onEnd })
  return (
    <form
      className="flex flex-1 flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void rename.run({ id: view.id, name })
      }}
    >
      <span className="min-w-32 flex-1">
        <Input
          autoFocus
          aria-label={t('name')}
          aria-invalid={rename.fields.name ? true : undefined}
          value={name}
          maxLength={maxViewNameChars}
          onChange={({ target }) => setName(target.value)}
        />
      </span>
      <Button type="submit" variant="primary" pending={rename.pending}>
        {t('save')}
      </Button>
      <Button variant="ghost" onClick={onEnd}>
        {common('cancel')}
      </Button>
    </form>
  )
}

function DeleteQuestion({ view, onEnd }: ModeProps) {
  const t = useTranslations('orders.desk.views')
  const common = useTranslations('common')
  const remove = useAction(deleteViewAction, { refresh: true, successMessage: t('deleted'), onSuccess: onEnd })
  return (
    <div
      role="group"
      className="flex flex-1 flex-wrap items-center gap-2"
      aria-label={t('delete', { name: view.name })}
    >
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{t('confirmDelete', { name: view.name })}</span>
        <span className="block text-[13px] text-ink-2">{view.shared ? t('confirmShared') : t('confirmOwn')}</span>
      </span>
      <Button autoFocus onClick={onEnd}>
        {common('cancel')}
      </Button>
      <Button variant="danger" pending={remove.pending} onClick={() => void remove.run({ id: view.id })}>
        {common('delete')}
      </Button>
    </div>
  )
}
