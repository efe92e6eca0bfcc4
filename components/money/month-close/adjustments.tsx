import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMonth } from '@/lib/core/dates'
import type { Month } from '@/lib/money/month-close/calendar'
import { figureLines, sumLines } from '@/lib/money/month-close/figures'
import { lineHref, type BookedEntity } from '@/lib/money/month-close/line-href'
import type { Adjustment } from '@/lib/money/month-close/views'
import { useFigureName } from './figure-name'
import { Cents } from './month-table'

type AdjustmentsProps = { adjustments: Adjustment[]; entity: BookedEntity; taken: boolean; next: Month | null }

/** The changes in closed months: the booked and the present figure, the difference, and the rows behind. */
export function Adjustments({ adjustments, entity, taken, next }: AdjustmentsProps) {
  const t = useTranslations('monthClose.adjustments')
  const language = useLocale()
  const nameOf = useFigureName()
  if (adjustments.length === 0) return null
  const pending = next ? t('pending', { month: formatMonth(next, language) }) : t('pendingLater')
  const lines = adjustments.flatMap(({ of, booked, live, changes }) =>
    figureLines.flatMap((line) => {
      const cents = changes[line]
      return cents === undefined ? [] : [{ of, line, cents, before: booked[line], now: live[line] }]
    }),
  )
  return (
    <Card flush>
      <CardHeader title={t('title')} description={taken ? t('taken') : pending} className="p-4" />
      <Table label={t('title')} sticky={false} className="border-t border-line">
        <Thead>
          <Th>{t('of')}</Th>
          <Th numeric>{t('then')}</Th>
          <Th numeric>{t('now')}</Th>
          <Th numeric>{t('difference')}</Th>
          <Th>{t('rows')}</Th>
        </Thead>
        <Tbody>
          {lines.map(({ of, line, cents, before, now }) => {
            const href = lineHref(line, of, entity)
            const name = `${formatMonth(of, language)} · ${nameOf(line)}`
            return (
              <Tr key={`${of} ${line}`} className={sumLines.includes(line) ? 'bg-sunken/50' : undefined}>
                <Td primary>{name}</Td>
                <Td numeric label={t('then')}>
                  <Cents cents={before} />
                </Td>
                <Td numeric label={t('now')}>
                  <Cents cents={now} />
                </Td>
                <Td numeric label={t('difference')} className="font-semibold">
                  <Cents cents={cents} />
                </Td>
                <Td>
                  {href && (
                    <Link href={href} aria-label={`${t('rows')}: ${name}`} className="text-accent-text underline">
                      {t('rows')}
                    </Link>
                  )}
                </Td>
              </Tr>
            )
          })}
        </Tbody>
      </Table>
    </Card>
  )
}
