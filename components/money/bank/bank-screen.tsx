import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { Tabs } from '@/components/ui/tabs'
import { bankTabs } from '@/lib/money/bank/schema'
import { bankHref } from '@/lib/money/bank/filters'
import type { BankView } from '@/lib/money/bank/views'
import { formatMoney } from '@/lib/core/money'
import { moneyFilesPath } from '@/lib/core/paths'
import { WithdrawalTable } from './withdrawal-table'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { UnknownEntry } from '@/lib/money/bank/unknown-entries'
import { formatDay } from '@/lib/core/dates'

type BankScreenProps = { view: BankView; timeZone: string }

/** Every withdrawal of the wallets, and the entry of a bank statement that it arrived as; and the entries that none accounts for. */
export function BankScreen({ view, timeZone }: BankScreenProps) {
  const t = useTranslations('bank')
  const { filters, shops } = view
  const isUnknown = filters.tab === 'unknown'
  const page = isUnknown ? view.unknown : view.page
  if (!view.hasWithdrawals && !view.hasStatements)
    return (
      <EmptyState
        kind="first"
        title={t('first.title')}
        text={t('first.text')}
        action={<ButtonLink href={moneyFilesPath}>{t('upload')}</ButtonLink>}
      />
    )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <p className="min-w-0 grow text-ink-2">{t(view.hasStatements ? 'text' : 'noStatement')}</p>
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
        <ButtonLink variant={view.hasStatements ? 'secondary' : 'primary'} href={moneyFilesPath}>
          {t('upload')}
        </ButtonLink>
      </div>
      <Sums view={view} />
      <div className="mt-4">
        <Tabs
          label={t('tabs.label')}
          tabs={bankTabs.map((tab) => ({
            href: bankHref(filters, { tab }),
            label: t(`tabs.${tab}`),
            active: filters.tab === tab,
            ...(tab === 'missing' && { count: view.sums.missing }),
            ...(tab === 'unknown' && { count: view.unknownOfPlatform.count }),
          }))}
        />
        {page.rows.length === 0 ? (
          <Card>
            <EmptyState
              kind="none"
              title={t(isUnknown ? 'unknown.none.title' : 'none.title')}
              text={t(isUnknown ? 'unknown.none.text' : 'none.text')}
            />
          </Card>
        ) : (
          <Card flush>
            {isUnknown ? (
              <UnknownTable rows={view.unknown.rows} />
            ) : (
              <WithdrawalTable rows={view.page.rows} mayMatch={view.mayMatch} timeZone={timeZone} />
            )}
            <Pagination
              previousHref={page.previous && bankHref(filters, { before: page.previous })}
              nextHref={page.next && bankHref(filters, { after: page.next })}
            />
          </Card>
        )}
      </div>
    </>
  )
}

function Sums({ view: { sums, filters } }: { view: BankView }) {
  const t = useTranslations('bank.sums')
  const language = useLocale()
  const figures = [
    ['withdrawn', sums.withdrawnCents, null],
    ['arrived', sums.arrivedCents, 'arrived'],
    ['missing', sums.missingCents, 'missing'],
  ] as const
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line shadow-card sm:grid-cols-3">
      {figures.map(([name, cents, tab]) => (
        <div key={name} className="bg-surface p-4">
          <dt className="text-[13px] text-ink-2">{t(name)}</dt>
          <dd className="mt-0.5 text-lg font-title tabular-nums">
            <Link
              href={bankHref(filters, { tab: tab ?? 'all' })}
              className="text-ink no-underline hover:underline focus-visible:underline"
            >
              {formatMoney(cents, language)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Money on the bank's statement that no withdrawal accounts for. */
function UnknownTable({ rows }: { rows: UnknownEntry[] }) {
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
