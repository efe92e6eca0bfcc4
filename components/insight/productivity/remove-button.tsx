'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import type { removeEventAction, removeTaskAction } from '@/lib/insight/productivity/actions'

type RemoveButtonProps = {
  action: typeof removeTaskAction | typeof removeEventAction
  record: { id: string; version: number }
  title: string
  text: string
  done: string
  onDone: () => void
}

export function RemoveButton({ action, record: { id, version }, title, text, done, onDone }: RemoveButtonProps) {
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
