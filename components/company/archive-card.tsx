'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { downloadAddress } from '@/components/exports/download-export'
import { ExportRun } from '@/components/exports/export-run'
import { useOrganization } from '@/components/shell/organization-context'
import { Button, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { takeAlongAction } from '@/lib/company-archive/actions'
import type { ArchiveView } from '@/lib/company-archive/views'
import { formatDateTime } from '@/lib/dates'
import { maxMegabytesOf, runningExports } from '@/lib/exports/schema'
import type { OwnershipView } from '@/lib/organizations/views'
import { ARCHIVE_CARD } from './archive-place'
import { ConfirmWithPassword } from './confirm-with-password'

type ArchiveCardProps = { view: OwnershipView; archive: ArchiveView | null }

/** Everything of the company in one file: asked for, under way, and ready. */
export function ArchiveCard({ view, archive }: ArchiveCardProps) {
  const t = useTranslations('company.archive')
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState<string | null>(archive && isUnderWay(archive) && archive.isOwn ? archive.id : null)
  const [isOver, setOver] = useState(false)
  const router = useRouter()
  const end = useCallback(() => {
    setOver(true)
    router.refresh()
  }, [router])
  const isFollowed = asked !== null && !(isOver && archive?.id === asked && !isUnderWay(archive))
  const isBusy = asked ? !isOver : archive !== null && isUnderWay(archive)
  return (
    <Card>
      <CardHeader id={ARCHIVE_CARD} title={t('title')} description={t('description')} />
      {isFollowed ? (
        <div className="mt-4">
          <ExportRun key={asked} exportId={asked} kind="wholeCompany" onEnd={end} />
        </div>
      ) : (
        archive && <LastArchive archive={archive} />
      )}
      {!isBusy && (
        <div className="mt-4 flex flex-wrap gap-3">
          {!isFollowed && archive && isReady(archive) && (
            <a href={downloadAddress(archive.id)} download className={buttonClass({})}>
              {t('download')}
            </a>
          )}
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {archive || asked ? t('again') : t('submit')}
          </Button>
        </div>
      )}
      {asking && (
        <ArchiveDialog
          view={view}
          onAsked={(exportId) => {
            setAsked(exportId)
            setOver(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

const isUnderWay = ({ state }: ArchiveView) => runningExports.includes(state)
const isReady = ({ state, expiresAt }: ArchiveView) => state === 'done' && expiresAt !== null

function LastArchive({ archive }: { archive: ArchiveView }) {
  const t = useTranslations('company.archive')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const message = useMessage()
  const { state, expiresAt, errorCode, reference } = archive
  if (state === 'done' && expiresAt)
    return (
      <p role="status" className="mt-3">
        {t('ready', { moment: formatDateTime(expiresAt, language, timeZone) })}
      </p>
    )
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

type ArchiveDialogProps = { view: OwnershipView; onAsked: (exportId: string) => void; onClose: () => void }

function ArchiveDialog({ view: { name, hasPassword }, onAsked, onClose }: ArchiveDialogProps) {
  const t = useTranslations('company.archive')
  const { language } = useOrganization()
  const action = useAction(takeAlongAction, {
    onSuccess: ({ exportId }) => {
      onAsked(exportId)
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
