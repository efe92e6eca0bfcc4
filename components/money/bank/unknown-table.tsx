import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { UnknownEntry } from '@/lib/money/bank/unknown-entries'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'

/** Money on the bank's statement that no withdrawal accounts for. */
export function UnknownTable({ rows }: { rows: UnknownEntry[] }) {
  const t = useTranslations('bank.unknown')
  const language = useLocale()
  return (
    <Table label={t('label')} sticky={false} focusable>
      <Thead>
        <Th>{t('day')}</Th>
        <Th>{t('memo')}</Th>
        <Th>{t('account')}</Th>
        <Th numeric>{t('amount')}</Th>
      </Thead>
      <Tbody>
        {rows.map(({ id, day, memo, accountEnd, entityName, namesPlatform, amountCents }) => (
          <Tr key={id}>
            <Td primary className="whitespace-nowrap">
              {formatDay(day, language)}
            </Td>
            <Td label={t('memo')} className="wrap-anywhere">
              {memo || t('forgotten')}
              {namesPlatform && (
                <Badge tone="warn" className="ml-2">
                  {t('platform')}
                </Badge>
              )}
            </Td>
            <Td label={t('account')}>{t('accountOf', { end: accountEnd, entity: entityName })}</Td>
            <Td label={t('amount')} numeric className="money">
              {formatMoney(amountCents, language)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
