'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { markNoticesReadAction } from '@/lib/insight/notifications/actions'

export function MarkAllButton() {
  const t = useTranslations('notifications')
  const mark = useAction(markNoticesReadAction, { successMessage: t('markedAll'), refresh: true })
  return (
    <Button pending={mark.pending} onClick={() => void mark.run({ ids: null })}>
      {t('markAll')}
    </Button>
  )
}
