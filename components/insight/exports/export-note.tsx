'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useMessage } from '@/components/ui/use-message'
import { formatDay, localDay } from '@/lib/core/dates'
import { maxMegabytesOf } from '@/lib/core/exports/schema'
import type { ExportItem } from '@/lib/insight/exports/views'

/** How long the file stays, why it is not there, and what became of it in the drive. */
export function ExportNote({ item, timeZone }: { item: ExportItem; timeZone: string }) {
  const t = useTranslations('exports')
  const language = useLocale()
  const message = useMessage()
  const { kind, state, errorCode, reference, expiresAt, drive, total, missing } = item
  const lines = [
    state === 'done' && expiresAt && t('screen.until', { day: formatDay(localDay(expiresAt, timeZone), language) }),
    missing > 0 && t('missing', { count: missing }),
    state === 'expired' && t('screen.gone'),
    state === 'failed' && message(errorCode ?? 'unexpected', { rows: total ?? 0, megabytes: maxMegabytesOf(kind) }),
    drive?.state === 'saving' && t('drive.saving'),
    drive?.state === 'saved' && t('drive.saved'),
    drive?.state === 'failed' && message(drive.code),
    reference && t('screen.reference', { id: reference }),
  ].filter((line) => !!line)
  return lines.map((line) => (
    <span key={String(line)} className="mt-0.5 block max-w-80 text-[13px] text-ink-2">
      {line}
    </span>
  ))
}
