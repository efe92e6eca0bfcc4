import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay, isDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { isRows, type Unread } from '@/lib/core/sheets/unread'
import type { SumCheck } from '@/lib/connect/money-reports/schema'

const shownRows = 20

type UnreadTableProps = {
  unread?: readonly Unread[] | undefined
  checks?: readonly SumCheck[] | undefined
  /** The file of all of them. */
  href?: string
}

/**
 * The parts of a file that were not understood or not accepted, with their counts and amounts; and sums of its own that
 * its rows do not make.
 */
export function UnreadTable({ unread = [], checks = [], href }: UnreadTableProps) {
  const t = useTranslations('moneyFiles.unread')
  const language = useLocale()
  const cents = (text: string) => formatMoney(BigInt(text), language)
  const written = (name: SumCheck['name'], text: string) =>
    name === 'count' || name === 'balanceMore' ? formatNumber(Number(text), language) : cents(text)
  if (unread.length + checks.length === 0) return null
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="min-w-0">
          <h3 className="text-[15px] font-title">{t('title')}</h3>
          <p className="text-[13px] text-ink-2">{t('text')}</p>
        </div>
        {unread.length > 0 && href && (
          <DownloadLink href={href} className={buttonClass({})}>
            <ArrowDownTrayIcon aria-hidden />
            {t('download')}
          </DownloadLink>
        )}
      </div>
      {checks.map(({ name, label = '', ...sums }) => (
        <p key={name + label} className="border-t border-line px-4 py-3 text-[13px] text-warn">
          {t(`checks.${name}`, {
            label,
            said: written(name, sums.saidCents),
            found: written(name, sums.foundCents),
            missing: cents(String(BigInt(sums.saidCents) - BigInt(sums.foundCents))),
          })}
        </p>
      ))}
      {unread.length > 0 && (
        <Table label={t('title')} sticky={false}>
          <Thead>
            <Th>{t('kind')}</Th>
            <Th>{t('name')}</Th>
            <Th>{t('sample')}</Th>
            <Th numeric>{t('count')}</Th>
            <Th numeric>{t('amount')}</Th>
          </Thead>
          <Tbody>
            {unread.slice(0, shownRows).map((one) => (
              <Tr key={`${one.kind} ${one.place} ${one.name}`}>
                <Td label={t('kind')}>{t(`kinds.${one.kind}`)}</Td>
                <Td primary className="wrap-anywhere max-md:col-start-1!">
                  {one.name || t('others')}
                  {one.place && <span className="block text-[13px] font-normal text-ink-2">{one.place}</span>}
                  {one.becomes && (
                    <span className="block text-[13px] font-normal text-ink-2">
                      {t('becomes', { status: t(`statuses.${one.becomes}`) })}
                    </span>
                  )}
                  {one.follows && (
                    <span className="block text-[13px] font-normal text-ink-2">{t(`follows.${one.follows}`)}</span>
                  )}
                </Td>
                <Td label={t('sample')} className="wrap-anywhere @xl:min-w-40">
                  {isDay(one.sample) ? formatDay(one.sample, language) : one.sample || '–'}
                </Td>
                <Td label={t('count')} numeric>
                  {isRows(one) ? t('rows', { count: one.count }) : formatNumber(one.count, language)}
                </Td>
                <Td label={t('amount')} numeric className="money">
                  {one.cents === null ? '–' : cents(one.cents)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {unread.length > shownRows && (
        <p className="border-t border-line p-4 text-[13px] text-ink-2">
          {t('more', { count: unread.length - shownRows })}
        </p>
      )}
    </Card>
  )
}
