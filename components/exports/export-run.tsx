'use client'

import { ArrowTopRightOnSquareIcon, CheckCircleIcon, ExclamationCircleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { downloadLarge } from '@/components/ui/download'
import { DownloadLink } from '@/components/ui/download-link'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { cancelExportAction } from '@/lib/exports/actions'
import { isWholeCompany, maxMegabytesOf, runningExports, type DriveSaving, type ExportKind } from '@/lib/exports/schema'
import { downloadAddress } from './download-export'
import { isUnderWay, useExportProgress } from './use-export-progress'

type ExportRunProps = { exportId: string; kind: ExportKind; onEnd: () => void }

/** An export under way, to its download. */
export function ExportRun({ exportId, kind, onEnd }: ExportRunProps) {
  const t = useTranslations('exports')
  const message = useMessage()
  const { progress, stalled } = useExportProgress(exportId)
  const cancel = useAction(cancelExportAction, { successMessage: t('screen.cancelled') })
  const ended = useRef(false)
  const [failure, setFailure] = useState<ActionFailure | null>(null)
  const state = progress?.state ?? 'waiting'
  useEffect(() => {
    if (!progress || runningExports.includes(progress.state)) return
    if (progress.state === 'done' && !ended.current) void downloadLarge(downloadAddress(exportId)).then(setFailure)
    ended.current = true
    if (!isUnderWay(progress)) onEnd()
  }, [progress, exportId, onEnd])

  if (runningExports.includes(state)) {
    const { done = 0, total = null } = progress ?? {}
    return (
      <div aria-live="polite" className="space-y-3">
        <Progress
          label={t(state === 'running' ? 'progress.running' : 'progress.waiting')}
          value={total === null ? undefined : done}
          max={Math.max(1, total ?? 1)}
          detail={total !== null && t('progress.count', { done, total })}
        />
        {state === 'waiting' && <p className="text-[13px] text-ink-2">{t('button.queued')}</p>}
        <p className="text-[13px] text-ink-2">
          {t(stalled ? 'button.stalled' : isWholeCompany(kind) ? 'button.leavePage' : 'button.leave')}
        </p>
        <Button pending={cancel.pending} onClick={() => void cancel.run({ exportId })}>
          {t('button.stop')}
        </Button>
      </div>
    )
  }
  if (state !== 'done')
    return (
      <p role="alert" className="flex gap-2">
        <ExclamationCircleIcon aria-hidden className="size-5 shrink-0 text-bad" />
        {state === 'failed'
          ? message(progress?.errorCode ?? 'unexpected', {
              rows: progress?.total ?? 0,
              megabytes: maxMegabytesOf(kind),
            })
          : t(`state.${state}`)}
      </p>
    )
  return (
    <div aria-live="polite" className="space-y-3">
      <p className="flex gap-2 font-semibold">
        <CheckCircleIcon aria-hidden className="size-5 shrink-0 text-good" />
        {t('button.ready')}
      </p>
      {failure ? <FormError error={failure} /> : <p className="text-[13px] text-ink-2">{t('button.readyText')}</p>}
      {progress && progress.missing > 0 && <p>{t('missing', { count: progress.missing })}</p>}
      {progress?.drive && <DriveLine drive={progress.drive} />}
      <div className="flex flex-wrap gap-3">
        <DownloadLink href={downloadAddress(exportId)} className={buttonClass({})} isLarge>
          {t('button.again')}
        </DownloadLink>
      </div>
    </div>
  )
}

function DriveLine({ drive }: { drive: DriveSaving }) {
  const t = useTranslations('exports.drive')
  const message = useMessage()
  if (drive.state === 'saving') return <Progress label={t('saving')} />
  if (drive.state === 'failed')
    return (
      <p role="alert" className="flex gap-2">
        <ExclamationCircleIcon aria-hidden className="size-5 shrink-0 text-bad" />
        {message(drive.code)}
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {t('saved')}
      {drive.link && (
        <a href={drive.link} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1">
          {t('open')}
          <ArrowTopRightOnSquareIcon aria-hidden className="size-4" />
        </a>
      )}
    </p>
  )
}
