import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Pagination } from '@/components/ui/pagination'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { tasksPath } from '@/lib/assist/agent-tasks/paths'
import type { TaskList } from '@/lib/assist/agent-tasks/views'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { StateBadge } from './state-badge'

export function TaskHistory({ page, timeZone }: { page: TaskList['page']; timeZone: string }) {
  const t = useTranslations('agentTasks')
  const language = useLocale()
  const { rows, previous, next } = page
  const href = (name: string, place: string | null) => place && `${tasksPath}?${name}=${place}`
  return (
    <Card flush>
      <CardHeader className="p-4" title={t('history.title')} />
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('history.empty')}</p>
      ) : (
        <Table label={t('history.title')} className="border-t border-line">
          <Thead>
            <Th>{t('history.job')}</Th>
            <Th>{t('history.who')}</Th>
            <Th>{t('history.state')}</Th>
            <Th>{t('history.period')}</Th>
            <Th>{t('history.asked')}</Th>
          </Thead>
          <Tbody>
            {rows.map(({ id, kind, worker, state, question, from, to, createdAt, byName }) => (
              <Tr key={id}>
                <Td primary>
                  <RowLink href={`${tasksPath}/${id}`}>{t(`kinds.${kind}`)}</RowLink>
                  {question && <span className="line-clamp-2 max-w-prose list-note wrap-anywhere">{question}</span>}
                </Td>
                <Td label={t('history.who')}>{worker === 'local' ? t('local') : t('manus')}</Td>
                <Td label={t('history.state')}>
                  <StateBadge state={state} />
                </Td>
                <Td label={t('history.period')} className="whitespace-nowrap">
                  {t('range', { from: formatDay(from, language), to: formatDay(to, language) })}
                </Td>
                <Td label={t('history.asked')} className="text-ink-2">
                  <span className="whitespace-nowrap">{formatDateTime(createdAt, language, timeZone)}</span>
                  {byName && ` · ${byName}`}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {(previous || next) && <Pagination previousHref={href('before', previous)} nextHref={href('after', next)} />}
    </Card>
  )
}
