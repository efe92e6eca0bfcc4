'use client'

import { ArrowDownTrayIcon, ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button, buttonClass } from '@/components/ui/button'
import { clientSettings } from '@/components/ui/client-settings'
import { Dialog } from '@/components/ui/dialog'
import { DownloadLink } from '@/components/ui/download-link'
import { FileDrop } from '@/components/ui/file-drop'
import { FormError } from '@/components/ui/form-error'
import { postFile } from '@/components/ui/post-file'
import type { ActionFailure } from '@/components/ui/use-action'

const maxBytes = 20 * 1_048_576

/** The unmapped as a sheet, and the sheet back. */
export function SheetButton({ query }: { query: string }) {
  const t = useTranslations('mapping.sheet')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ArrowUpTrayIcon aria-hidden />
        {t('action')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')} description={t('text')}>
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
            <DownloadLink href={`/api/mapping/sheet?language=${language}&${query}`} className={buttonClass({})}>
              <ArrowDownTrayIcon aria-hidden />
              {t('download')}
            </DownloadLink>
            <p className="basis-full text-[13px] text-ink-3">{t('downloadHint')}</p>
          </div>
          <SendSheet onDone={() => setOpen(false)} />
        </div>
      </Dialog>
    </>
  )
}

function SendSheet({ onDone }: { onDone: () => void }) {
  const t = useTranslations('mapping.sheet')
  const router = useRouter()
  const { organizationId } = useOrganization()
  const [file, setFile] = useState<File | null>(null)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ActionFailure | null>(null)
  const send = async () => {
    if (!file || pending) return
    setPending(true)
    setError(null)
    const { fileDeadlineMs: deadlineMs } = clientSettings
    const result = await postFile<{ runId: string }>('/api/mapping/sheet', { file, organizationId, deadlineMs })
    setPending(false)
    if (!result.ok) return setError({ code: result.error, values: result.values, reference: result.reference })
    onDone()
    router.refresh()
  }
  return (
    <div className="flex flex-col gap-3">
      <FormError error={error} />
      <FileDrop
        label={t('drop')}
        hint={t('hint')}
        accept={['.xlsx']}
        maxBytes={maxBytes}
        file={file}
        onChange={setFile}
        disabled={pending}
      />
      <Button variant="primary" disabled={!file} pending={pending} onClick={() => void send()} className="self-start">
        {t('send')}
      </Button>
    </div>
  )
}
