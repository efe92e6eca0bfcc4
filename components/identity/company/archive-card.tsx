'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { downloadAddress } from '@/components/insight/exports/download-export'
import { ExportRun } from '@/components/insight/exports/export-run'
import { useOrganization } from '@/components/shell/organization-context'
import { Button, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { requestArchiveAction } from '@/lib/insight/company-export/actions'
import type { ArchiveView } from '@/lib/insight/company-export/views'
import { formatDateTime } from '@/lib/core/dates'
import { maxMegabytesOf, runningExports } from '@/lib/core/exports/schema'
import type { OwnershipView } from '@/lib/identity/organizations/views'
import { ARCHIVE_CARD } from './archive-place'
import { ConfirmWithPassword } from './confirm-with-password'

type ArchiveCardProps = { view: OwnershipView; archive: ArchiveView | null }

/** Everything of the company in one file: asked for, under way, and ready. */
export function ArchiveCard({ view, archive }: ArchiveCardProps) {
  const t = useTranslations('company.archive')
  const [confirming, setConfirming] = useState(false)
  const [requestedId, setRequested] = useState<string | null>(
    archive && isUnderWay(archive) && archive.isOwn ? archive.id : null,
  )
  const [isOver, setOver] = useState(false)
  const [failure, setFailure] = useState<ActionFailure | null>(null)
  const router = useRouter()
  const end = useCallback(() => {
    setOver(true)
    router.refresh()
  }, [router])
  const isFollowed = requestedId !== null && !(isOver && archive?.id === requestedId && !isUnderWay(archive))
  const ready = isFollowed && isOver ? null : archive?.ready
  const isBusy = requestedId ? !isOver : archive !== null && isUnderWay(archive)
  return (
    <Card>
      <CardHeader id={ARCHIVE_CARD} title={t('title')} description={t('description')} />
      {isFollowed ? (
        <div className="mt-4">
          <ExportRun key={requestedId} exportId={requestedId} kind="wholeCompany" onEnd={end} onDownload={setFailure} />
        </div>
      ) : (
        archive && <LastArchive archive={archive} />
      )}
      {ready && <ReadyArchive ready={ready} isLast={!isFollowed && ready.id === archive?.id} />}
      {(ready || !isBusy) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {ready && (
            <DownloadLink
              key={ready.id}
              href={downloadAddress(ready.id)}
              className={buttonClass({})}
              isLarge
              failure={ready.id === requestedId ? failure : null}
            >
              {t('download')}
            </DownloadLink>
          )}
          {!isBusy && (
            <Button aria-haspopup="dialog" onClick={() => setConfirming(true)}>
              {archive || requestedId ? t('again') : t('submit')}
            </Button>
          )}
        </div>
      )}
      {confirming && (
        <ArchiveDialog
          view={view}
          onRequested={(exportId) => {
            setRequested(exportId)
            setOver(false)
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  )
}

const isUnderWay = ({ state }: ArchiveView) => runningExports.includes(state)

type Ready = NonNullable<ArchiveView['ready']>

function ReadyArchive({ ready, isLast }: { ready: Ready; isLast: boolean }) {
  const t = useTranslations('company.archive')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  const moment = at(ready.expiresAt)
  if (isLast)
    return (
      <p role="status" className="mt-3">
        {t('ready', { moment })}
      </p>
    )
  return <p className="mt-3">{t('readyBefore', { asked: at(ready.createdAt), moment })}</p>
}

function LastArchive({ archive }: { archive: ArchiveView }) {
  const t = useTranslations('company.archive')
  const message = useMessage()
  const { state, errorCode, reference } = archive
  if (state === 'done') return null
  if (state === 'failed') {
    const known =
      errorCode === 'fileTooLarge' ? t('tooLarge', { gigabytes: maxMegabytesOf('wholeCompany') / 1024 }) : null
    const reason = reference ? t('retry', { reference }) : (known ?? message(errorCode ?? 'unexpected'))
    return (
      <p role="alert" className="mt-3">
        {t('failed', { reason })}
      </p>
    )
  }
  return (
    <p className="mt-3 text-[13px] text-ink-2">{t(state === 'cancelled' || state === 'expired' ? state : 'other')}</p>
  )
}

type ArchiveDialogProps = { view: OwnershipView; onRequested: (exportId: string) => void; onClose: () => void }

function ArchiveDialog({ view: { name, hasPassword }, onRequested, onClose }: ArchiveDialogProps) {
  const t = useTranslations('company.archive')
  const { language } = useOrganization()
  const action = useAction(requestArchiveAction, {
    onSuccess: ({ exportId }) => {
      onRequested(exportId)
      onClose()
    },
  })
  return (
    <ConfirmWithPassword
      title={t('confirmTitle', { name })}
      text={t('confirmText')}
      submitLabel={t('submit')}
      action={action}
      hasPassword={hasPassword}
      isHarmless
      onConfirm={(_, password) => void action.run({ language, password })}
      onClose={onClose}
    />
  )
}
