'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './dialog'

type DeleteButtonProps = {
  title: string
  text: string
  pending: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** The first button in the foot of a form: deletes the record after a question. */
export function DeleteButton({ title, text, pending, onConfirm, children }: DeleteButtonProps) {
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)} className="mr-auto text-bad!">
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={onConfirm}
        pending={pending}
        danger
        title={title}
        text={text}
        confirmLabel={common('delete')}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
