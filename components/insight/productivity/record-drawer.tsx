'use client'

import { useRouter } from 'next/navigation'
import { Fragment, type ReactNode, useState } from 'react'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { useClosing } from '@/components/ui/use-closing'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import type { removeEventAction, removeTaskAction } from '@/lib/insight/productivity/actions'

type Existing = { id: string; version: number; title: string }
type RecordDrawerProps<T> = {
  /** A record or a new one, as the address says. */
  open: T | null
  closedHref: string
  titles: { edit: string; new: string }
  removal: (record: Existing) => Pick<RemoveButtonProps, 'action' | 'title' | 'text' | 'done'>
  children: (open: T, form: FramedForm) => ReactNode
}

/** Opened and closed by the address, beside the agenda or the board. */
export function RecordDrawer<T extends { new: unknown } | Existing>(props: RecordDrawerProps<T>) {
  const { open, closedHref, titles, removal, children } = props
  const router = useRouter()
  const { isOpen, startClosing } = useClosing(open)
  const existing: Existing | null = open && 'id' in open ? open : null
  const close = () => {
    startClosing()
    router.push(closedHref, { scroll: false })
    router.refresh()
  }
  return (
    <DraftFrame
      as="drawer"
      open={isOpen}
      onClose={close}
      title={existing ? titles.edit : titles.new}
      aside={(end) => existing && <RemoveButton {...removal(existing)} record={existing} onDone={end} />}
    >
      {(form) =>
        open && (
          <Fragment key={existing ? `${existing.id} ${existing.version}` : 'new'}>{children(open, form)}</Fragment>
        )
      }
    </DraftFrame>
  )
}

type RemoveButtonProps = {
  action: typeof removeTaskAction | typeof removeEventAction
  record: { id: string; version: number }
  title: string
  text: string
  done: string
  onDone: () => void
}

function RemoveButton({ action, record: { id, version }, title, text, done, onDone }: RemoveButtonProps) {
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  const removing = useAction(action, { successMessage: done, onSuccess: onDone })
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)} className="mr-auto text-bad!">
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void removing.run({ id, version })}
        pending={removing.pending}
        danger
        title={title}
        text={text}
        confirmLabel={common('delete')}
      />
    </>
  )
}
