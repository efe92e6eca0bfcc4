'use client'

import { useTranslations } from 'next-intl'
import { removeTaskAction } from '@/lib/insight/productivity/actions'
import { boardPath } from '@/lib/insight/productivity/schema'
import type { BoardView } from '@/lib/insight/productivity/views'
import { RecordDrawer } from './record-drawer'
import { TaskForm } from './task-form'

export function TaskDrawer({ view }: { view: BoardView }) {
  const t = useTranslations('productivity.board')
  const { open, people, today } = view
  return (
    <RecordDrawer
      open={open}
      closedHref={boardPath}
      titles={{ edit: t('edit'), new: t('new') }}
      removal={({ title }) => ({
        action: removeTaskAction,
        title: t('removeAsk', { title }),
        text: t('removeText'),
        done: t('removed'),
      })}
    >
      {(record, form) => (
        <TaskForm
          {...form}
          existing={'id' in record ? record : null}
          column={'new' in record ? record.new : record.column}
          people={people}
          today={today}
        />
      )}
    </RecordDrawer>
  )
}
