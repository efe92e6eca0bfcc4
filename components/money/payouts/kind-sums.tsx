import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatAmount, formatMoney, formatNumber } from '@/lib/core/money'
import { ledgerHref } from '@/lib/money/payouts/wallet-filters'
import type { WalletScreenView } from '@/lib/money/payouts/wallet-views'
import { walletKinds } from '@/lib/money/wallet/kinds'

/** The movements of the period by kind; each row opens its movements. */
export function KindSums({ view: { filters, sums, earlyFeeCents } }: { view: WalletScreenView }) {
  const t = useTranslations('shopeeMoney.sums')
  const kinds = useTranslations('shopeeMoney.kinds')
  const language = useLocale()
  const byKind = new Map(sums.map((sum) => [sum.kind, sum]))
  const rows = walletKinds.flatMap((kind) => byKind.get(kind) ?? [])
  if (rows.length === 0) return null
  const total = rows.reduce(
    (all, { movements, inCents, outCents }) => ({
      movements: all.movements + movements,
      inCents: all.inCents + inCents,
      outCents: all.outCents + outCents,
    }),
    { movements: 0, inCents: 0n, outCents: 0n },
  )
  return (
    <Card flush className="mb-4">
      <CardHeader
        title={t('title')}
        description={earlyFeeCents > 0n ? t('early', { fee: formatMoney(earlyFeeCents, language) }) : t('text')}
        className="p-4"
      />
      <Table label={t('title')} sticky={false}>
        <Thead>
          <Th>{t('kind')}</Th>
          <Th numeric>{t('movements')}</Th>
          <Th numeric>{t('in')}</Th>
          <Th numeric>{t('out')}</Th>
          <Th numeric>{t('net')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ kind, movements, inCents, outCents }) => (
            <Tr key={kind}>
              <Td primary>
                <RowLink href={`${ledgerHref(filters, { kind, direction: null, unnamed: false, q: '' })}#ledger`}>
                  {kinds(kind)}
                </RowLink>
              </Td>
              <Td numeric label={t('movements')}>
                {formatNumber(movements, language)}
              </Td>
              <Amount label={t('in')} cents={inCents} />
              <Amount label={t('out')} cents={outCents} />
              <Td numeric label={t('net')}>
                {formatAmount(inCents + outCents, language)}
              </Td>
            </Tr>
          ))}
          <Tr className="font-semibold">
            <Td primary>{t('total')}</Td>
            <Td numeric label={t('movements')}>
              {formatNumber(total.movements, language)}
            </Td>
            <Td numeric label={t('in')}>
              {formatMoney(total.inCents, language)}
            </Td>
            <Td numeric label={t('out')}>
              {formatMoney(total.outCents, language)}
            </Td>
            <Td numeric label={t('net')}>
              {formatMoney(total.inCents + total.outCents, language)}
            </Td>
          </Tr>
        </Tbody>
      </Table>
    </Card>
  )
}

const none = '—'

function Amount({ label, cents }: { label: string; cents: bigint }) {
  const language = useLocale()
  return (
    <Td numeric label={label} className={cents === 0n ? 'text-ink-3 @max-xl:hidden!' : undefined}>
      {cents === 0n ? none : formatAmount(cents, language)}
    </Td>
  )
}
