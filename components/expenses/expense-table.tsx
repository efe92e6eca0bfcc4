import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { RowControl, RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { daysBetween, formatDay, type Day } from '@/lib/dates'
import { openHref } from '@/lib/expenses/filters'
import type { Expense } from '@/lib/expenses/queries'
import type { ExpenseList } from '@/lib/expenses/views'
import { formatMoney } from '@/lib/money'
import { PaidToggle } from './paid-toggle'

export function ExpenseTable({ list }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('expense')}</Th>
        <Th>{t('kind')}</Th>
        <Th>{t('dueDay')}</Th>
        <Th numeric>{t('amount')}</Th>
        <Th>{t('status')}</Th>
      </Thead>
      <Tbody>
        {list.page.rows.map((expense) => (
          <ExpenseLine key={expense.id} expense={expense} list={list} />
        ))}
      </Tbody>
    </Table>
  )
}

function ExpenseLine({ expense, list }: { expense: Expense; list: ExpenseList }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  return (
    <Tr>
      <Td className="md:min-w-56">
        {list.canWrite ? (
          <RowLink href={openHref(list.filters, { edit: expense.id })} scroll={false} className="font-semibold">
            {expense.description}
          </RowLink>
        ) : (
          <span className="font-semibold">{expense.description}</span>
        )}
        {expense.category && <span className="block text-xs text-ink-3">{expense.category}</span>}
      </Td>
      <Td label={t('kind')}>{t(`kinds.${expense.kind}`)}</Td>
      <Td label={t('dueDay')} className="tabular-nums">
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {formatDay(expense.dueOn, language)}
          <DueMark expense={expense} today={list.today} />
        </span>
      </Td>
      <Td numeric label={t('amount')} className="font-medium">
        {formatMoney(expense.amountCents, language)}
      </Td>
      <Td label={t('status')} className="md:w-52">
        {list.canWrite ? (
          <RowControl>
            <PaidToggle expense={expense} />
          </RowControl>
        ) : (
          <Badge tone={expense.status === 'paid' ? 'good' : 'neutral'}>{t(`statuses.${expense.status}`)}</Badge>
        )}
        {expense.paidOn && (
          <span className="block text-xs text-ink-3 tabular-nums">
            {t('paidOn', { day: formatDay(expense.paidOn, language) })}
          </span>
        )}
      </Td>
    </Tr>
  )
}

const soonDays = 3

function DueMark({ expense, today }: { expense: Expense; today: Day }) {
  const t = useTranslations('expenses')
  if (expense.status === 'paid') return null
  const days = daysBetween(today, expense.dueOn)
  if (days < 0) return <Badge tone="bad">{t('overdueBy', { days: -days })}</Badge>
  return days <= soonDays ? <Badge tone="warn">{t('dueIn', { days })}</Badge> : null
}
