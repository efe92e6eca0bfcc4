import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import type { RecordNames } from '@/lib/insight/audit-log/names'
import type { AuditLogEntry } from '@/lib/insight/audit-log/views'
import { sentenceKey, sentenceValues } from '@/lib/insight/audit-log/words'
import { formatDateTime } from '@/lib/core/dates'
import { AuditLogDiff } from './audit-log-diff'
import { usePlaceText } from './use-place-text'
import { useReader } from './use-reader'

type AuditLogItemProps = { entry: AuditLogEntry; nameOf: RecordNames; timeZone: string }

export function AuditLogItem({ entry, nameOf, timeZone }: AuditLogItemProps) {
  const t = useTranslations('audit')
  const reader = useReader(timeZone)
  const place = usePlaceText(entry)
  return (
    <li className="relative grid items-baseline gap-x-4 px-4 py-2 xl:grid-cols-[10.5rem_minmax(0,1fr)_18rem_7rem]">
      <time dateTime={entry.at.toISOString()} className="pr-28 text-[13px] text-ink-3 tabular-nums xl:pr-0">
        {formatDateTime(entry.at, reader.language, timeZone)}
      </time>
      <p className="wrap-anywhere">
        <Sentence entry={entry} timeZone={timeZone} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-3">
        {entry.actorKind === 'person' ? (
          <span>{[t('actors.person'), place].filter(Boolean).join(' · ')}</span>
        ) : (
          <>
            <Badge tone="accent">{t(`actors.${entry.actorKind}`)}</Badge>
            {place && <span className="wrap-anywhere">{place}</span>}
          </>
        )}
      </p>
      {entry.changes.length > 0 && <AuditLogDiff entry={entry} nameOf={nameOf} reader={reader} />}
    </li>
  )
}

function Sentence({ entry, timeZone }: Omit<AuditLogItemProps, 'nameOf'>) {
  const reader = useReader(timeZone)
  const t = useTranslations('audit') as unknown as RichWords
  const { href } = entry.subject
  return t.rich(sentenceKey(entry.event, reader), {
    ...sentenceValues(entry, reader),
    s: (chunks) =>
      href ? (
        <Link href={href} className="underline decoration-edge underline-offset-4 hover:decoration-current">
          {chunks}
        </Link>
      ) : (
        <strong className="font-medium">{chunks}</strong>
      ),
  })
}

type RichWords = {
  rich: (
    key: string,
    values: Record<string, string | number | Date | ((chunks: React.ReactNode) => React.ReactNode)>,
  ) => React.ReactNode
}
