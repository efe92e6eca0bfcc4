'use client'

import { ArrowTopRightOnSquareIcon, CheckCircleIcon, ExclamationCircleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { LinkOfDownload } from '@/components/ui/download-link'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { useDownload, type Download, type DownloadOptions } from '@/components/ui/use-download'
import { useMessage } from '@/components/ui/use-message'
import { cancelExportAction } from '@/lib/insight/exports/actions'
import {
  isWholeCompany,
  maxMegabytesOf,
  runningExports,
  type DriveSaving,
  type ExportKind,
  type ExportProgress,
} from '@/lib/core/exports/schema'
import { downloadAddress } from './download-export'
import { useQuery } from '@tanstack/react-query'

const everyMs = 500

async function fetchProgress(exportId: string): Promise<ExportProgress> {
  const response = await fetch(`/api/exports/${exportId}/progress`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`progress answered ${response.status}`)
  const { data } = (await response.json()) as { data: ExportProgress }
  return data
}

const isUnderWay = ({ state, drive }: ExportProgress) => runningExports.includes(state) || drive?.state === 'saving'

/** Follows an export while the worker is at it or at sending it to the drive. */
function useExportProgress(exportId: string | null) {
  const { data, isError } = useQuery({
    queryKey: ['export-progress', exportId],
    queryFn: () => fetchProgress(exportId!),
    enabled: exportId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { data: known } }) => (!known || isUnderWay(known) ? everyMs : false),
  })
  return { progress: data ?? null, stalled: isError }
}

/** A small export is made sooner than anybody could read that it waits. */
const QUEUED_MS = 1000

const isSettled = ({ state }: Download) => state === 'started' || state === 'failed'

type ExportRunProps = {
  exportId: string
  kind: ExportKind
  /** Nothing of it is under way any more: neither it, nor its way to the drive, nor the start of its download. */
  onEnd: () => void
  onDownload?: DownloadOptions['onSettled']
}

/** An export under way, to its download. */
export function ExportRun({ exportId, kind, onEnd, onDownload }: ExportRunProps) {
  const t = useTranslations('exports')
  const message = useMessage()
  const { progress, stalled } = useExportProgress(exportId)
  const download = useDownload(downloadAddress(exportId), { isLarge: true, onSettled: onDownload })
  const begun = useRef(false)
  const ended = useRef(false)
  const state = progress?.state ?? 'waiting'
  const isDone = state === 'done'
  const hasEnded = progress !== null && !isUnderWay(progress) && (!isDone || isSettled(download))
  useEffect(() => {
    if (!isDone || begun.current) return
    begun.current = true
    void download.take(false)
  }, [isDone, download])
  useEffect(() => {
    if (!hasEnded || ended.current) return
    ended.current = true
    onEnd()
  }, [hasEnded, onEnd])

  if (runningExports.includes(state))
    return <UnderWay exportId={exportId} kind={kind} progress={progress} stalled={stalled} />
  if (!isDone)
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
  const started = isWholeCompany(kind) ? 'button.readyTextArchive' : 'button.readyText'
  return (
    <div aria-live="polite" className="space-y-3">
      <p className="flex gap-2 font-semibold">
        <CheckCircleIcon aria-hidden className="size-5 shrink-0 text-good" />
        {t('button.ready')}
      </p>
      {download.state !== 'failed' && (
        <p className="text-[13px] text-ink-2">{t(download.state === 'started' ? started : 'button.starting')}</p>
      )}
      {progress && progress.missing > 0 && <p>{t('missing', { count: progress.missing })}</p>}
      {progress?.drive && <DriveLine drive={progress.drive} />}
      <div className="flex flex-wrap gap-3">
        <LinkOfDownload download={download} className={buttonClass({})}>
          {t('button.again')}
        </LinkOfDownload>
      </div>
    </div>
  )
}

type UnderWayProps = Pick<ExportRunProps, 'exportId' | 'kind'> & { progress: ExportProgress | null; stalled: boolean }

function UnderWay({ exportId, kind, progress, stalled }: UnderWayProps) {
  const t = useTranslations('exports')
  const cancel = useAction(cancelExportAction, { successMessage: t('screen.cancelled') })
  const { state = 'waiting', done = 0, total = null } = progress ?? {}
  const isQueued = useLasting(state === 'waiting', QUEUED_MS)
  return (
    <div aria-live="polite" className="space-y-3">
      <Progress
        label={t(state === 'running' ? 'progress.running' : 'progress.waiting')}
        value={total === null ? undefined : done}
        max={Math.max(1, total ?? 1)}
        detail={total !== null && t('progress.count', { done, total })}
      />
      <p className="text-[13px] text-ink-2">
        {t(stalled ? 'button.stalled' : isWholeCompany(kind) ? 'button.leavePage' : 'button.leave')}
      </p>
      <Button pending={cancel.pending} onClick={() => void cancel.run({ exportId })}>
        {t('button.stop')}
      </Button>
      {/* Its place is kept, and below: the button stays where it is. */}
      <p className="text-[13px] text-ink-2" style={{ visibility: isQueued ? 'visible' : 'hidden' }}>
        {t('button.queued')}
      </p>
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

function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return isSo && lasts
}
