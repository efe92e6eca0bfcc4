'use client'

import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { CopyButton } from './copy-button'

type RecoveryCodesDialogProps = {
  codes: string[]
  email: string
  /** They took the place of earlier ones. */
  renewed?: boolean
  doneMessage?: string
  onDone: () => void
}

/** Shown once: it closes only for who says that the codes are kept. */
export function RecoveryCodesDialog({ codes, email, renewed, doneMessage, onDone }: RecoveryCodesDialogProps) {
  const t = useTranslations('security.secondStep.codes')
  const router = useRouter()
  const [kept, setKept] = useState(false)
  const [requested, setRequested] = useState(false)
  useUnsavedGuard(!kept)
  const close = () => {
    if (!kept) return setRequested(true)
    if (doneMessage) toast.success(doneMessage)
    onDone()
    router.refresh()
  }
  const download = () => {
    const lines = [t('fileTitle', { email }), t('fileText'), '', ...codes, '']
    const url = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = t('fileName')
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={close}
      title={t('title')}
      description={renewed ? t('renewedText') : t('text')}
      footer={
        <Button variant="primary" onClick={close}>
          {t('done')}
        </Button>
      }
    >
      <ol
        aria-label={t('label')}
        translate="no"
        className="rounded-control bg-sunken px-4 py-3 font-mono text-[15px] leading-7"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label={t('copy')} copied={t('copied')} />
        <Button size="sm" onClick={download}>
          <ArrowDownTrayIcon aria-hidden />
          {t('download')}
        </Button>
      </div>
      <Checkbox className="mt-4" label={t('kept')} checked={kept} onChange={({ target }) => setKept(target.checked)} />
      <p role="alert" className="mt-2 text-[13px] text-bad empty:hidden">
        {requested && !kept && t('keepFirst')}
      </p>
    </Dialog>
  )
}
