import { CheckCircleIcon, ExclamationCircleIcon, FolderIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay, localDay } from '@/lib/core/dates'
import type { DriveConnectionView, DriveView } from '@/lib/connect/drive/views'
import { ConnectButton } from './connect-button'
import { DisconnectButton } from './disconnect-button'
import { FolderCard } from './folder-card'
import { SetupCard } from './setup-card'
import { ChooseFolder } from './choose-folder'

type DriveScreenProps = { drive: DriveView; timeZone: string }

export function DriveScreen({ drive, timeZone }: DriveScreenProps) {
  const t = useTranslations('drive')
  const errors = useTranslations('errors')
  const { configured, connection, failure, justConnected, version } = drive
  const noted = !connection && <NotedFolder folderId={drive.notedFolder} version={version} />
  if (!configured)
    return (
      <div className="space-y-4">
        <SetupCard callbackAddress={drive.callbackAddress} />
        {noted}
      </div>
    )
  return (
    <div className="space-y-4">
      {failure && <Notice bad>{errors(failure)}</Notice>}
      {justConnected && !connection?.folder && <Notice>{t('justConnected')}</Notice>}
      <Card>
        <CardHeader title={t('title')} description={t('intro')} />
        {connection ? (
          <Connection connection={connection} timeZone={timeZone} />
        ) : (
          <div className="mt-4">
            <ConnectButton label={t('connect')} />
          </div>
        )}
      </Card>
      {noted}
      {connection && connection.problem !== 'driveExpired' && (
        <FolderCard connection={connection} version={version} timeZone={timeZone} />
      )}
    </div>
  )
}

function Connection({ connection, timeZone }: { connection: DriveConnectionView; timeZone: string }) {
  const t = useTranslations('drive')
  const errors = useTranslations('errors')
  const language = useLocale()
  const expired = connection.problem === 'driveExpired'
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Badge tone={expired ? 'bad' : 'good'}>{t(expired ? 'needsAgain' : 'connected')}</Badge>
        <span className="font-semibold break-all">{connection.accountEmail}</span>
        <span className="text-[13px] text-ink-2">
          {t('since', { day: formatDay(localDay(connection.connectedAt, timeZone), language) })}
        </span>
        <span className="ml-auto">
          <DisconnectButton />
        </span>
      </p>
      {expired && (
        <div className="mt-3 space-y-3">
          <Notice bad>{errors('driveExpired')}</Notice>
          <ConnectButton label={t('reconnect')} />
        </div>
      )}
    </>
  )
}

export function Notice({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  const Icon = bad ? ExclamationCircleIcon : CheckCircleIcon
  return (
    <p
      role={bad ? 'alert' : 'status'}
      className={`flex gap-2 rounded-control border px-3 py-2.5 ${bad ? 'border-bad bg-bad-soft' : 'border-good bg-good-soft'}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${bad ? 'text-bad' : 'text-good'}`} />
      {children}
    </p>
  )
}

type Props = { folderId: string | null; version: number }

/** The folder can be noted before a drive is connected. */
function NotedFolder({ folderId, version }: Props) {
  const t = useTranslations('drive.folder')
  return (
    <Card>
      <CardHeader title={t('title')} description={t('noteText')} />
      {folderId && (
        <p className="mt-3 flex items-center gap-3 rounded-control border border-line bg-sunken p-3">
          <FolderIcon aria-hidden className="size-5 shrink-0 text-accent-text" />
          <span className="min-w-0">
            <span className="block text-[13px] text-ink-2">{t('noted')}</span>
            <a
              href={`https://drive.google.com/drive/folders/${folderId}`}
              target="_blank"
              rel="noreferrer"
              className="font-semibold break-all text-accent-text"
            >
              {folderId}
            </a>
          </span>
        </p>
      )}
      <ChooseFolder key={version} folders={[]} chosenId={null} version={version} isNoted />
    </Card>
  )
}
