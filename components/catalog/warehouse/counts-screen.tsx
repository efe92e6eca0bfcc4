import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import type { Page } from '@/lib/core/keyset'
import { formatNumber } from '@/lib/core/money'
import type { CountRow } from '@/lib/catalog/warehouse/count-queries'
import { countPath, countsPath, type CountState } from '@/lib/catalog/warehouse/count-schema'
import { BeginCount } from './begin-count'

type CountsScreenProps = {
  page: Page<CountRow>
  /** The levels' filter that a session may begin from; null: none was brought along. */
  query: string | null
  /** Whether the form stands open: somebody came to begin one. */
  isBeginning: boolean
  timeZone: string
}

const tones: Record<CountState, Tone> = { open: 'accent', booking: 'warn', booked: 'good', cancelled: 'neutral' }

export function CountsScreen({ page, query, isBeginning, timeZone }: CountsScreenProps) {
  const t = useTranslations('counts')
  const isFirst = page.rows.length === 0 && !page.previous
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text')}
        className="p-4"
        actions={<BeginCount query={query} initiallyOpen={isBeginning} />}
      />
      {isFirst ? (
        <EmptyState kind="first" level={3} title={t('first.title')} text={t('first.text')} />
      ) : (
        <CountTable page={page} timeZone={timeZone} />
      )}
      {(page.previous ?? page.next) && (
        <Pagination
          previousHref={page.previous && `${countsPath}?before=${page.previous}`}
          nextHref={page.next && `${countsPath}?after=${page.next}`}
        />
      )}
    </Card>
  )
}

function CountTable({ page, timeZone }: Pick<CountsScreenProps, 'page' | 'timeZone'>) {
  const t = useTranslations('counts')
  const language = useLocale()
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        <Th>{t('name')}</Th>
        <Th>{t('state')}</Th>
        <Th numeric>{t('countedOf')}</Th>
        <Th numeric>{t('differences')}</Th>
        <Th>{t('begun')}</Th>
      </Thead>
      <Tbody>
        {page.rows.map((row) => (
          <Tr key={row.id}>
            <Td>
              <RowLink href={countPath(row.id)} className="font-semibold">
                {row.name}
              </RowLink>
            </Td>
            <Td label={t('state')}>
              <CountStateBadge state={row.state} />
            </Td>
            <Td numeric label={t('countedOf')}>
              {t('of', { counted: formatNumber(row.counted, language), lines: formatNumber(row.lines, language) })}
            </Td>
            <Td numeric label={t('differences')}>
              {formatNumber(row.different, language)}
            </Td>
            <Td label={t('begun')} className="text-[13px] text-ink-2 tabular-nums">
              {[formatDateTime(row.createdAt, language, timeZone), row.createdBy].filter(Boolean).join(' · ')}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

export function CountStateBadge({ state }: { state: CountState }) {
  const t = useTranslations('counts.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
