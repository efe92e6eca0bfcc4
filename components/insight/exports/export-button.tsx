'use client'

import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { can } from '@/lib/core/permissions'
import type { RequestableKind } from '@/lib/core/exports/schema'

/** Loaded where it is first opened: no list has to bring it along. */
export const LazyExportDialog = dynamic(() => import('./export-dialog').then(({ ExportDialog }) => ExportDialog), {
  ssr: false,
})

type ExportButtonProps = {
  kind: RequestableKind
  /** The filter of the export; by default that of the address. */
  query?: string
}

/** Exports what the list's current filter finds; left out for roles that may not export. */
export function ExportButton({ kind, query }: ExportButtonProps) {
  const t = useTranslations('exports.button')
  const { role } = useOrganization()
  const [open, setOpen] = useState<boolean | null>(null)
  if (!can(role, 'list.export')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ArrowDownTrayIcon aria-hidden />
        <span className="max-sm:sr-only">{t('label')}</span>
      </Button>
      {open !== null && <LazyExportDialog kind={kind} query={query} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
