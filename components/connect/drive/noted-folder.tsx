import { FolderIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { ChooseFolder } from './choose-folder'

type Props = { folderId: string | null; version: number }

/** The folder can be noted before a drive is connected. */
export function NotedFolder({ folderId, version }: Props) {
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
