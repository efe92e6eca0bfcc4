'use client'

import { ArrowDownTrayIcon, ArrowTopRightOnSquareIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button, buttonClass } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { useAction } from '@/components/ui/use-action'
import { cancelExportAction, repeatExportAction, saveExportAction } from '@/lib/insight/exports/actions'
import { isWholeCompany, runningExports } from '@/lib/core/exports/schema'
import type { ExportItem } from '@/lib/insight/exports/views'
import { downloadAddress } from './download-export'

export function ExportActions({ item, hasDrive }: { item: ExportItem; hasDrive: boolean }) {
  const t = useTranslations('exports')
  const { id: exportId, kind, state, drive, mayRepeat } = item
  const cancel = useAction(cancelExportAction, { refresh: true, successMessage: t('screen.cancelled') })
  const repeat = useAction(repeatExportAction, { refresh: true, successMessage: t('screen.repeated') })
  const save = useAction(saveExportAction, { refresh: true, successMessage: t('drive.queued') })
  const small = buttonClass({ size: 'sm' })
  return (
    <div className="flex flex-wrap gap-2 @max-xl:mt-2 @xl:justify-end">
      {runningExports.includes(state) && (
        <Button size="sm" pending={cancel.pending} onClick={() => void cancel.run({ exportId })}>
          {t('screen.cancel')}
        </Button>
      )}
      {state === 'done' && hasDrive && !isWholeCompany(kind) && (!drive || drive.state === 'failed') && (
        <Button size="sm" pending={save.pending} onClick={() => void save.run({ exportId })}>
          {t(drive ? 'drive.retry' : 'drive.save')}
        </Button>
      )}
      {drive?.state === 'saved' && drive.link && (
        <a href={drive.link} target="_blank" rel="noreferrer" className={small}>
          <ArrowTopRightOnSquareIcon aria-hidden />
          {t('drive.open')}
        </a>
      )}
      {state === 'done' && (
        <DownloadLink href={downloadAddress(exportId)} className={small} isLarge>
          <ArrowDownTrayIcon aria-hidden />
          {t('screen.download')}
        </DownloadLink>
      )}
      {mayRepeat && ['failed', 'cancelled', 'expired'].includes(state) && (
        <Button size="sm" pending={repeat.pending} onClick={() => void repeat.run({ exportId })}>
          {t('screen.repeat')}
        </Button>
      )}
    </div>
  )
}
