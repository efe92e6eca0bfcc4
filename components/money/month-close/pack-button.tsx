'use client'

import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LazyExportDialog } from '@/components/insight/exports/export-button'
import { Button } from '@/components/ui/button'
import type { Month } from '@/lib/money/month-close/calendar'

type PackButtonProps = { legalEntityId: string; month: Month; provisional: boolean }

/** The accountant's pack of the month; before it is closed a provisional one. */
export function PackButton({ legalEntityId, month, provisional }: PackButtonProps) {
  const t = useTranslations('monthClose.pack')
  const [open, setOpen] = useState<boolean | null>(null)
  const query = new URLSearchParams({ entity: legalEntityId, month }).toString()
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ArrowDownTrayIcon aria-hidden />
        {t(provisional ? 'labelProvisional' : 'label')}
      </Button>
      {open !== null && (
        <LazyExportDialog kind="accountantPack" query={query} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
