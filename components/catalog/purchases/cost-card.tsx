import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay } from '@/lib/core/dates'
import { BEGINNING, formatCost } from '@/lib/catalog/costs/cost'
import { purchasesPath } from '@/lib/catalog/purchases/filters'
import type { CostHistory } from '@/lib/catalog/purchases/views'
import { CorrectCost } from './correct-cost'

type CostCardProps = { productId: string; history: CostHistory }
const sources = ['typed', 'hand', 'purchase', 'sheet'] as const

/** The product's costs with their days and sources. */
export function CostCard({ productId, history }: CostCardProps) {
  const t = useTranslations('purchases.cost')
  const language = useLocale()
  const { entries, rule, run, canCorrect, today } = history
  const sourceOf = (source: string) => t(`sources.${sources.find((known) => known === source) ?? 'other'}`)
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('rule', { rule: t(`rules.${rule}`) })}
        actions={canCorrect && <CorrectCost productId={productId} rule={rule} today={today} />}
        className="px-4 pt-4 pb-3"
      />
      {run && (run.state === 'waiting' || run.state === 'running') && (
        <div className="px-4 pb-3">
          <Progress label={t('running', { done: run.done, total: run.total })} value={run.done} max={run.total} />
        </div>
      )}
      {run?.state === 'failed' && (
        <p className="px-4 pb-3 text-warn">{t('failed', { done: run.done, total: run.total })}</p>
      )}
      {entries.length === 0 ? (
        <p className="border-t border-line p-4 text-ink-2">{t('none')}</p>
      ) : (
        <Table label={t('title')} sticky={false}>
          <Thead>
            <Th>{t('from')}</Th>
            <Th numeric>{t('cost')}</Th>
            <Th>{t('source')}</Th>
          </Thead>
          <Tbody>
            {entries.map(({ fromDay, cost, source, byName, purchase }) => (
              <Tr key={fromDay}>
                <Td label={t('from')} className="tabular-nums">
                  {fromDay === BEGINNING ? t('fromBeginning') : formatDay(fromDay, language)}
                </Td>
                <Td numeric label={t('cost')}>
                  {formatCost(cost, language)}
                </Td>
                <Td label={t('source')}>
                  {purchase && canCorrect ? (
                    <Link href={`${purchasesPath}/${purchase.id}`} className="text-accent-text">
                      {t('purchase', { number: purchase.number, receipt: purchase.receipt })}
                    </Link>
                  ) : (
                    sourceOf(source)
                  )}
                  {byName && <span className="block text-xs text-ink-3">{t('by', { name: byName })}</span>}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}
