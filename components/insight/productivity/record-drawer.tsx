'use client'

import { Fragment, type ReactNode } from 'react'
import { DeleteButton } from '@/components/ui/delete-button'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { useClosing } from '@/components/ui/use-closing'
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
  const { isOpen, close } = useClosing(open, closedHref)
  const existing: Existing | null = open && 'id' in open ? open : null
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
  const removing = useAction(action, { successMessage: done, onSuccess: onDone })
  return (
    <DeleteButton
      title={title}
      text={text}
      pending={removing.pending}
      onConfirm={() => void removing.run({ id, version })}
    />
  )
}
