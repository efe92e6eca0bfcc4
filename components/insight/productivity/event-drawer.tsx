'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useClosing } from '@/components/ui/use-closing'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { removeEventAction } from '@/lib/insight/productivity/actions'
import { agendaHref } from '@/lib/insight/productivity/agenda'
import type { Agenda } from '@/lib/insight/productivity/views'
import { EventForm } from './event-form'
import { RemoveButton } from './remove-button'

const formId = 'event-form'

/** Opened and closed by the address, beside the agenda. */
export function EventDrawer({ agenda }: { agenda: Agenda }) {
  const t = useTranslations('productivity.agenda')
  const common = useTranslations('common')
  const router = useRouter()
  const { open, people, today, frame } = agenda
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const { isOpen, startClosing } = useClosing(open)
  const mayLeave = useUnsavedGuard(open !== null && dirty)
  const close = () => {
    setDirty(false)
    startClosing()
    router.push(agendaHref(frame.view, frame.day), { scroll: false })
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
              action={removeEventAction}
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
        <EventForm
          key={existing ? `${existing.id} ${existing.version}` : 'new'}
          id={formId}
          open={open}
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
