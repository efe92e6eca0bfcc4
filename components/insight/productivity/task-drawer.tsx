'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useClosing } from '@/components/ui/use-closing'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { removeTaskAction } from '@/lib/insight/productivity/actions'
import { boardPath } from '@/lib/insight/productivity/schema'
import type { BoardView } from '@/lib/insight/productivity/views'
import { RemoveButton } from './remove-button'
import { TaskForm } from './task-form'

const formId = 'task-form'

/** Opened and closed by the address, beside the board. */
export function TaskDrawer({ view }: { view: BoardView }) {
  const t = useTranslations('productivity.board')
  const common = useTranslations('common')
  const router = useRouter()
  const { open, people, today } = view
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const { isOpen, startClosing } = useClosing(open)
  const mayLeave = useUnsavedGuard(open !== null && dirty)
  const close = () => {
    setDirty(false)
    startClosing()
    router.push(boardPath, { scroll: false })
    router.refresh()
  }
  const tryClose = () => mayLeave() && close()
  const existing = open && 'id' in open ? open : null
  return (
    <Drawer
      open={isOpen}
      onClose={tryClose}
      title={t(existing ? 'edit' : 'new')}
      footer={
        <>
          {existing && (
            <RemoveButton
              action={removeTaskAction}
              record={existing}
              title={t('removeAsk', { title: existing.title })}
              text={t('removeText')}
              done={t('removed')}
              onDone={close}
            />
          )}
          <Button onClick={tryClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {common('save')}
          </Button>
        </>
      }
    >
      {open && (
        <TaskForm
          key={existing ? `${existing.id} ${existing.version}` : 'new'}
          id={formId}
          existing={existing}
          column={'new' in open ? open.new : open.column}
          people={people}
          today={today}
          onDirty={setDirty}
          onPending={setPending}
          onDone={close}
        />
      )}
    </Drawer>
  )
}
