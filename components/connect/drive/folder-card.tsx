'use client'

import { ArrowTopRightOnSquareIcon, FolderIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Button, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/ui/use-action'
import { formatDateTime } from '@/lib/core/dates'
import { createFolderAction, testFolderAction } from '@/lib/connect/drive/actions'
import type { DriveConnectionView } from '@/lib/connect/drive/views'
import { ChooseFolder } from './choose-folder'

type FolderCardProps = { connection: DriveConnectionView; version: number; timeZone: string }

export function FolderCard({ connection, version, timeZone }: FolderCardProps) {
  const t = useTranslations('drive.folder')
  const { folder } = connection
  const create = useAction(createFolderAction, {
    refresh: true,
    successMessage: ({ name }) => t('created', { folder: name }),
  })
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      {folder ? <Chosen connection={connection} timeZone={timeZone} /> : <p className="mt-3">{t('none')}</p>}
      <div className="mt-4 border-t border-line pt-4">
        <Button
          variant={folder ? 'secondary' : 'primary'}
          pending={create.pending}
          onClick={() => void create.run({ version })}
        >
          {t('create')}
        </Button>
        <p className="mt-1.5 text-[13px] text-ink-2">{t('createHint')}</p>
      </div>
      <ChooseFolder key={version} folders={connection.folders} chosenId={folder?.id ?? null} version={version} />
      <p className="mt-4 text-[13px] text-ink-2">{t('limits')}</p>
    </Card>
  )
}

function Chosen({ connection, timeZone }: Omit<FolderCardProps, 'version'>) {
  const t = useTranslations('drive')
  const errors = useTranslations('errors')
  const language = useLocale()
  const test = useAction(testFolderAction, { refresh: true, successMessage: t('test.passed') })
  const { folder, checkedAt, problem } = connection
  if (!folder) return null
  return (
    <div className="mt-3 rounded-control border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FolderIcon aria-hidden className="size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 flex-1 font-semibold break-words">{folder.name}</span>
        <span className="flex flex-wrap gap-2">
          <a
            href={`https://drive.google.com/drive/folders/${folder.id}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            <ArrowTopRightOnSquareIcon aria-hidden />
            {t('folder.open')}
          </a>
          <Button size="sm" pending={test.pending} onClick={() => void test.run({})}>
            {t('test.action')}
          </Button>
        </span>
      </div>
      {checkedAt && (
        <p role="status" className={`mt-2 text-[13px] ${problem ? 'text-bad' : 'text-ink-2'}`}>
          {problem ? errors(problem) : t('test.works')}{' '}
          {t('test.at', { time: formatDateTime(checkedAt, language, timeZone) })}
        </p>
      )}
    </div>
  )
}
