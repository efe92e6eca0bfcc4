import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import type { RecordNames } from '@/lib/insight/audit-log/names'
import type { AuditLogEntry } from '@/lib/insight/audit-log/views'
import {
  sentenceKey,
  sentenceValues,
  fieldName,
  sentenceOf,
  writeValue,
  type Reader,
} from '@/lib/insight/audit-log/words'
import { formatDateTime } from '@/lib/core/dates'
import { useReader } from './use-reader'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'

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

/** 'Chrome no Windows · esta rede', or the token of a program; null where neither stood behind the change, or it is kept no longer. */
function usePlaceText({ place: stored, token }: Pick<AuditLogEntry, 'place' | 'token'>): string | null {
  const t = useTranslations('security.sessions')
  const list = useTranslations('audit.list')
  if (token) return token.name === null ? list('tokenGone') : list('token', { name: token.name })
  if (!stored) return null
  const { device, place } = stored
  const { browser, system } = device
  const name =
    browser && system
      ? t('device', { browser, system })
      : system
        ? t('unknownBrowserOn', { system })
        : (browser ?? t('unknownDevice'))
  const where = place.kind === 'address' ? t('place.address', { address: place.address }) : t(`place.${place.kind}`)
  return `${name} · ${where}`
}

type AuditLogDiffProps = { entry: AuditLogEntry; nameOf: RecordNames; reader: Reader }

/** Field by field, before and after; a new or only reported value has no before. */
function AuditLogDiff({ entry, nameOf, reader }: AuditLogDiffProps) {
  const { t } = reader
  const { changes } = entry
  const hadBefore = changes.some(({ before }) => before.kind !== 'none')
  return (
    <details className="col-span-full">
      <summary className="absolute top-2 right-4 w-fit cursor-pointer rounded-control text-[13px] font-medium text-accent-text pointer-coarse:top-0 pointer-coarse:py-2">
        {t('list.details', { count: changes.length })}
      </summary>
      <div className="mt-2 overflow-clip rounded-control border border-line">
        <Table label={sentenceOf(entry, reader)} sticky={false} focusable>
          <Thead>
            <Th>{t('list.field')}</Th>
            {hadBefore && <Th>{t('list.before')}</Th>}
            <Th>{t('list.after')}</Th>
          </Thead>
          <Tbody>
            {changes.map(({ field, before, after }) => (
              <Tr key={field}>
                <Td primary>{fieldName(field, t)}</Td>
                {hadBefore && (
                  <Td label={t('list.before')} className="wrap-anywhere tabular-nums">
                    {writeValue(before, reader, nameOf)}
                  </Td>
                )}
                <Td label={t('list.after')} className="wrap-anywhere tabular-nums">
                  {writeValue(after, reader, nameOf)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </div>
    </details>
  )
}
