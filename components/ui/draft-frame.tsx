'use client'

import { useTranslations } from 'next-intl'
import { useId, useState, type ReactNode } from 'react'
import { Button } from './button'
import { Dialog, Drawer, type DialogProps } from './dialog'
import { useUnsavedGuard } from './use-unsaved-guard'

/** A form in a frame: the frame's button submits it by the id, and the form reports its state. */
export type FramedForm = {
  id: string
  onDirty: (dirty: boolean) => void
  onPending: (pending: boolean) => void
  onDone: () => void
}

type DraftFrameProps = Omit<DialogProps, 'footer' | 'children'> & {
  as: 'dialog' | 'drawer'
  saveLabel?: ReactNode
  /** Before the buttons; `close` drops what was entered. */
  aside?: (close: () => void) => ReactNode
  children: (form: FramedForm) => ReactNode
}

/** A dialog or drawer around one form: entered data is dropped only after a question. */
export function DraftFrame({ as, open, onClose, saveLabel, aside, children, ...head }: DraftFrameProps) {
  const common = useTranslations('common')
  const id = useId()
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const mayLeave = useUnsavedGuard(open && dirty)
  const close = () => {
    setDirty(false)
    onClose()
  }
  const leave = () => mayLeave() && close()
  const Frame = as === 'dialog' ? Dialog : Drawer
  const footer = (
    <>
      {aside?.(close)}
      <Button onClick={leave}>{common('cancel')}</Button>
      <Button variant="primary" type="submit" form={id} pending={pending}>
        {saveLabel ?? common('save')}
      </Button>
    </>
  )
  return (
    <Frame {...head} open={open} onClose={leave} footer={footer}>
      {children({ id, onDirty: setDirty, onPending: setPending, onDone: close })}
    </Frame>
  )
}
