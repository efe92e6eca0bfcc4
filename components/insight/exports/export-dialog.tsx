'use client'

import { useTranslations } from 'next-intl'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useOrganization } from '@/components/shell/organization-context'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { requestExportAction } from '@/lib/insight/exports/actions'
import { exportsPath, isPack, type ExportFormat, type RequestableKind } from '@/lib/core/exports/schema'
import { ExportChoices } from './export-choices'
import { ExportRun } from './export-run'

type ExportDialogProps = {
  kind: RequestableKind
  open: boolean
  onClose: () => void
  /** The filter of the export; by default that of the address. */
  query?: string
}

export function ExportDialog({ kind, open, onClose, query }: ExportDialogProps) {
  const t = useTranslations('exports.button')
  const { language } = useOrganization()
  const filter = useSearchParams()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [toDrive, setToDrive] = useState(false)
  const [running, setRunning] = useState<{ id: string; underWay: boolean } | null>(null)
  const request = useAction(requestExportAction, {
    onSuccess: ({ exportId }) => setRunning({ id: exportId, underWay: true }),
  })
  const pack = isPack(kind)
  const close = () => {
    if (running?.underWay) toast(t('background'))
    onClose()
    setRunning(null)
    request.clearError()
  }
  const footer = (
    <>
      <ButtonLink href={exportsPath} variant="ghost" className="mr-auto">
        {t('all')}
      </ButtonLink>
      {!running && (
        <Button type="submit" form={`export-${kind}`} variant="primary" pending={request.pending}>
          {t('start')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={close}
      title={pack ? t('pack.title') : t('title')}
      description={pack ? t('pack.text') : t('text')}
      footer={footer}
    >
      {running ? (
        <ExportRun
          key={running.id}
          exportId={running.id}
          kind={kind}
          onEnd={() => setRunning((known) => (known?.underWay ? { ...known, underWay: false } : known))}
        />
      ) : (
        <form
          id={`export-${kind}`}
          onSubmit={(event) => {
            event.preventDefault()
            void request.run({
              kind,
              format: pack ? 'zip' : format,
              query: query ?? filter.toString(),
              language,
              toDrive,
            })
          }}
          className="space-y-4"
        >
          <FormError error={request.error} fields={request.fields} />
          <ExportChoices
            format={pack ? null : format}
            setFormat={setFormat}
            toDrive={toDrive}
            setToDrive={setToDrive}
          />
        </form>
      )}
    </Dialog>
  )
}
