'use client'

import { ArrowDownOnSquareIcon, PencilIcon, TrashIcon, UserGroupIcon, UserIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { changeViewAction, deleteViewAction } from '@/lib/sales/order-list/actions'
import type { SavedView } from '@/lib/sales/order-list/queries'
import { maxViewNameChars } from '@/lib/sales/order-list/schema'

type SavedViewRowProps = {
  view: SavedView
  canChange: boolean
  canShare: boolean
  /** The filter as it stands. */
  query: string
}
type Mode = 'read' | 'rename' | 'overwrite' | 'delete'

export function SavedViewRow({ view, canChange, canShare, query }: SavedViewRowProps) {
  const t = useTranslations('orders.desk.views')
  const [mode, setMode] = useState<Mode>('read')
  const back = () => setMode('read')
  const enter = (next: Exclude<Mode, 'read'>, icon: ReactNode) => (
    <Button size="icon" variant="ghost" aria-label={t(next, { name: view.name })} onClick={() => setMode(next)}>
      {icon}
    </Button>
  )
  return (
    <li className="flex min-h-control items-center gap-2 px-3 py-1.5">
      {mode === 'rename' && <RenameForm view={view} onEnd={back} />}
      {mode === 'overwrite' && <OverwriteQuestion view={view} query={query} onEnd={back} />}
      {mode === 'delete' && <DeleteQuestion view={view} onEnd={back} />}
      {mode === 'read' && (
        <>
          <span className="min-w-0 flex-1 truncate">{view.name}</span>
          {canChange && (
            <>
              {canShare && <ShareButton view={view} />}
              {query !== view.query && enter('overwrite', <ArrowDownOnSquareIcon aria-hidden />)}
              {enter('rename', <PencilIcon aria-hidden />)}
              {enter('delete', <TrashIcon aria-hidden />)}
            </>
          )}
        </>
      )}
    </li>
  )
}

function ShareButton({ view: { id, name, shared } }: { view: SavedView }) {
  const t = useTranslations('orders.desk.views')
  const share = useAction(changeViewAction, {
    refresh: true,
    successMessage: shared ? t('unshared') : t('sharedNow'),
  })
  const Icon = shared ? UserIcon : UserGroupIcon
  return (
    <Button
      size="icon"
      variant="ghost"
      pending={share.pending}
      aria-label={shared ? t('unshareOne', { name }) : t('shareOne', { name })}
      onClick={() => void share.run({ id, shared: !shared })}
    >
      <Icon aria-hidden />
    </Button>
  )
}

type ModeProps = { view: SavedView; onEnd: () => void }

function RenameForm({ view, onEnd }: ModeProps) {
  const t = useTranslations('orders.desk.views')
  const common = useTranslations('common')
  const [name, setName] = useState(view.name)
  const rename = useAction(changeViewAction, { refresh: true, successMessage: t('renamed'), onSuccess: onEnd })
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

function OverwriteQuestion({ view, query, onEnd }: ModeProps & { query: string }) {
  const t = useTranslations('orders.desk.views')
  const common = useTranslations('common')
  const change = useAction(changeViewAction, { refresh: true, successMessage: t('overwritten'), onSuccess: onEnd })
  return (
    <div
      role="group"
      className="flex flex-1 flex-wrap items-center gap-2"
      aria-label={t('overwrite', { name: view.name })}
    >
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{t('confirmOverwrite', { name: view.name })}</span>
        {view.shared && <span className="block text-[13px] text-ink-2">{t('overwriteShared')}</span>}
      </span>
      <Button autoFocus onClick={onEnd}>
        {common('cancel')}
      </Button>
      <Button variant="primary" pending={change.pending} onClick={() => void change.run({ id: view.id, query })}>
        {t('save')}
      </Button>
    </div>
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
