import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { NoData } from '@/components/ui/no-data'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Cents } from '@/lib/core/money'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { Note } from './parts'
import { ReasonChart } from './reason-chart'

type Reason = { key: string; name: string; detail: string | null; count: bigint; cents: Cents | null }
type ReasonsCardProps = {
  title: string
  description: string
  /** The counted items, and the meaning of the money. */
  counted: string
  valued: string
  reasons: Reason[]
  /** Where each row leads. */
  href?: string
  none: string
  note: string
}

/** Why orders were lost: the shares of the commonest reasons, and all of them with their money. */
export function ReasonsCard({ title, description, counted, valued, reasons, href, none, note }: ReasonsCardProps) {
  return (
    <Card flush>
      <CardHeader title={title} description={description} className="p-4 pb-2" />
      {reasons.length === 0 ? (
        <EmptyState kind="none" level={3} title={none} text="" className="py-8" />
      ) : (
        <div className="xl:grid xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:items-start">
          <ReasonChart label={title} counted={counted} reasons={reasons} />
          <ReasonTable title={title} counted={counted} valued={valued} reasons={reasons} href={href} />
        </div>
      )}
      <Note>{note}</Note>
    </Card>
  )
}

type ReasonTableProps = Pick<ReasonsCardProps, 'title' | 'counted' | 'valued' | 'reasons' | 'href'>

function ReasonTable({ title, counted, valued, reasons, href }: ReasonTableProps) {
  const t = useTranslations('analytics')
  const language = useLocale()
  return (
    <Table label={title} sticky={false}>
      <Thead>
        <Th>{t('columns.reason')}</Th>
        <Th numeric>{counted}</Th>
        <Th numeric>{valued}</Th>
      </Thead>
      <Tbody>
        {reasons.map(({ key, name, detail, count, cents }) => (
          <Tr key={key}>
            <Td>
              {href ? <RowLink href={href}>{name}</RowLink> : name}
              {detail && <span className="block text-xs text-ink-3">{detail}</span>}
            </Td>
            <Td numeric label={counted}>
              {formatNumber(count, language)}
            </Td>
            <Td numeric label={valued}>
              {cents === null ? <NoData /> : formatMoney(cents, language)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
