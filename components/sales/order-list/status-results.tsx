import { useTranslations } from 'next-intl'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useMessage } from '@/components/ui/use-message'
import type { ErrorCode } from '@/lib/core/errors'
import type { PickedOrder } from './picks'

type StatusResultsProps = { orders: PickedOrder[]; results: ReadonlyMap<string, ErrorCode | null> }

/** The outcome for each order; those without an answer come last. */
export function StatusResults({ orders, results }: StatusResultsProps) {
  const t = useTranslations('orders.desk.change')
  const message = useMessage()
  const answers = [...results.values()]
  const changed = answers.filter((error) => error === null).length
  const word = (id: string) => {
    const error = results.get(id)
    if (error === undefined) return t('notSent')
    if (error === null) return t('ok')
    return error === 'orderNotManual' ? t('follows') : message(error)
  }
  return (
    <>
      <p role="status" className="font-medium">
        {[t('changed', { count: changed }), t('kept', { count: answers.length - changed })].join(', ')}
      </p>
      <Table label={t('doneTitle')} sticky={false} focusable>
        <Thead>
          <Th>{t('row')}</Th>
          <Th>{t('result')}</Th>
        </Thead>
        <Tbody>
          {orders.map(({ id, code }) => (
            <Tr key={id}>
              <Td className="whitespace-nowrap tabular-nums">{code}</Td>
              <Td className={results.get(id) === null ? undefined : 'text-ink-2'}>{word(id)}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  )
}
