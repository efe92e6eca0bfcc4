import { ArrowPathIcon, PaperClipIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/field'
import { RowControl, RowLink, SortLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { daysBetween, formatDay, type Day } from '@/lib/core/dates'
import { expensesHref, openHref, type ExpenseSort } from '@/lib/money/expenses/filters'
import type { Expense } from '@/lib/money/expenses/queries'
import type { ExpenseList } from '@/lib/money/expenses/views'
import { formatMoney } from '@/lib/core/money'
import { PaidToggle } from './paid-toggle'

/** Which rows are chosen, where they can be. */
export type Picks = {
  picked: ReadonlySet<string>
  toggle: (id: string) => void
  toggleAll: () => void
}

type ExpenseTableProps = { list: ExpenseList; picks?: Picks }

/** `picks` makes it the full view, with whose each expense is and with columns that sort. */
export function ExpenseTable({ list, picks }: ExpenseTableProps) {
  const t = useTranslations('expenses')
  const { rows } = list.page
  const count = rows.filter(({ id }) => picks?.picked.has(id)).length
  return (
    <Table label={t('title')}>
      <Thead>
        {picks && (
          <Th narrow>
            <Checkbox
              aria-label={t('selectAll')}
              checked={count > 0 && count === rows.length}
              indeterminate={count > 0 && count < rows.length}
              onChange={picks.toggleAll}
            />
          </Th>
        )}
        <Th>{t('expense')}</Th>
        <Th>{t('kind')}</Th>
        {picks && <Th>{t('place')}</Th>}
        <SortedTh list={list} by="due" sorts={!!picks} />
        <SortedTh list={list} by="amount" sorts={!!picks} numeric />
        {picks ? <SortedTh list={list} by="paid" sorts label={t('status')} /> : <Th>{t('status')}</Th>}
      </Thead>
      <Tbody>
        {rows.map((expense) => (
          <ExpenseLine key={expense.id} expense={expense} list={list} picks={picks} />
        ))}
      </Tbody>
    </Table>
  )
}

type SortedThProps = {
  list: ExpenseList
  by: 'due' | 'amount' | 'paid'
  sorts: boolean
  numeric?: boolean
  label?: string
}

function SortedTh({ list: { filters, sort }, by, sorts, numeric, label }: SortedThProps) {
  const t = useTranslations('expenses')
  const text = label ?? t(`sortBy.${by}`)
  if (!sorts) return <Th numeric={numeric}>{text}</Th>
  const direction = sort === by ? 'asc' : sort === `-${by}` ? 'desc' : undefined
  const next: ExpenseSort = direction === 'desc' ? by : `-${by}`
  return (
    <Th
      numeric={numeric}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      <SortLink href={expensesHref(filters, { sort: next })} direction={direction}>
        {text}
      </SortLink>
    </Th>
  )
}

function ExpenseLine({ expense, list, picks }: { expense: Expense; list: ExpenseList; picks?: Picks }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const isPicked = picks?.picked.has(expense.id) ?? false
  return (
    <Tr selected={isPicked}>
      {picks && (
        <Td narrow>
          <RowControl>
            <Checkbox
              aria-label={t('select', { title: expense.description })}
              checked={isPicked}
              onChange={() => picks.toggle(expense.id)}
            />
          </RowControl>
        </Td>
      )}
      <Td className="md:min-w-56" primary={!!picks}>
        {list.canWrite ? (
          <RowLink href={openHref(list.filters, { edit: expense.id })} scroll={false} className="font-semibold">
            {expense.description}
          </RowLink>
        ) : (
          <span className="font-semibold">{expense.description}</span>
        )}
        <Marks expense={expense} />
      </Td>
      <Td label={t('kind')}>{t(`kinds.${expense.kind}`)}</Td>
      {picks && (
        <Td label={t('place')} className="md:max-w-44">
          <span className="line-clamp-2">{expense.placeName ?? t('places.company')}</span>
        </Td>
      )}
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

/** Its category, what it is a part of, and whether its receipt is kept. */
function Marks({ expense }: { expense: Expense }) {
  const t = useTranslations('expenses')
  const { category, rhythm, instalment, instalmentOf, fileId, stockPurchase } = expense
  const repeats = rhythm !== null && rhythm !== 'instalments'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-ink-3 empty:hidden">
      {category && <span>{category}</span>}
      {instalment !== null && instalmentOf !== null && (
        <span className="tabular-nums">{t('part', { number: instalment, of: instalmentOf })}</span>
      )}
      {repeats && (
        <span className="inline-flex items-center gap-1">
          <ArrowPathIcon aria-hidden className="size-3.5" />
          {t(`rhythms.${rhythm}`)}
        </span>
      )}
      {stockPurchase && <Badge>{t('stock.badge')}</Badge>}
      {fileId && (
        <RowControl className="mt-0!">
          <a
            href={`/api/expenses/${expense.id}/receipt`}
            target="_blank"
            rel="noreferrer"
            aria-label={t('receipt.openOf', { title: expense.description })}
            title={t('receipt.open')}
            className="grid size-6 place-items-center rounded-sm text-ink-2 hover:text-ink"
          >
            <PaperClipIcon aria-hidden className="size-4" />
          </a>
        </RowControl>
      )}
    </span>
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
