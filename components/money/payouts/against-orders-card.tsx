import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import { ledgerHref } from '@/lib/money/payouts/wallet-filters'
import type { WalletScreenView } from '@/lib/money/payouts/wallet-views'
import type { AgainstSum } from '@/lib/money/wallet/against-orders'
import { AGAINST_SHOWN, type AgainstPiece } from '@/lib/money/wallet/against-pieces'

/** The wallet's income against the released orders: the differences by kind, with their rows. */
export function AgainstOrdersCard({ view }: { view: WalletScreenView }) {
  const t = useTranslations('shopeeMoney.against')
  const language = useLocale()
  const { walletCents, ordersCents, pieces } = view.against
  if (walletCents === 0n && ordersCents === 0n && pieces.length === 0) return null
  return (
    <Card flush className="mb-4">
      <div id="against" className="scroll-mt-20">
        <CardHeader title={t('title')} description={pieces.length === 0 ? t('agrees') : t('text')} className="p-4" />
      </div>
      <Table label={t('title')} sticky={false}>
        <Thead>
          <Th>{t('what')}</Th>
          <Th numeric>{t('entries')}</Th>
          <Th numeric>{t('amount')}</Th>
        </Thead>
        <Tbody>
          <Tr>
            <Td primary>
              <RowLink
                href={`${ledgerHref(view.filters, { kind: 'received', direction: null, unnamed: false, q: '' })}#ledger`}
              >
                {t('wallet')}
              </RowLink>
            </Td>
            <Td numeric className="@max-xl:hidden!" />
            <Td numeric label={t('amount')}>
              {formatAmount(walletCents, language)}
            </Td>
          </Tr>
          <Tr>
            <Td primary>{t('orders')}</Td>
            <Td numeric className="@max-xl:hidden!" />
            <Td numeric label={t('amount')}>
              {formatAmount(-ordersCents, language)}
            </Td>
          </Tr>
          <Tr className="font-semibold">
            <Td primary>{t('difference')}</Td>
            <Td numeric className="@max-xl:hidden!" />
            <Td numeric label={t('amount')}>
              {formatMoney(walletCents - ordersCents, language)}
            </Td>
          </Tr>
          {pieces.map((sum) => (
            <Piece key={sum.piece} sum={sum} view={view} />
          ))}
        </Tbody>
      </Table>
      <PieceRows view={view} />
    </Card>
  )
}

function Piece({ sum: { piece, count, cents }, view: { filters } }: { sum: AgainstSum; view: WalletScreenView }) {
  const t = useTranslations('shopeeMoney.against')
  const language = useLocale()
  const rows =
    piece === 'unnamed'
      ? `${ledgerHref(filters, { kind: 'received', direction: null, unnamed: true, q: '' })}#ledger`
      : `${ledgerHref(filters, { against: piece })}#against-rows`
  return (
    <Tr>
      <Td primary>
        <RowLink href={rows}>{t(`pieces.${piece}.title`)}</RowLink>
        <span className="block text-xs font-normal text-ink-3">{t(`pieces.${piece}.text`)}</span>
      </Td>
      <Td numeric label={t('entries')}>
        {t(piece === 'unnamed' ? 'movements' : 'ordersCount', { count })}
      </Td>
      <Td numeric label={t('amount')}>
        {formatAmount(cents, language)}
      </Td>
    </Tr>
  )
}

function PieceRows({ view: { filters, against } }: { view: WalletScreenView }) {
  const t = useTranslations('shopeeMoney.against')
  const language = useLocale()
  const piece: AgainstPiece | null = filters.against
  if (!piece || against.rows.length === 0) return null
  const count = against.pieces.find((each) => each.piece === piece)?.count ?? 0
  const title = t(`pieces.${piece}.title`)
  return (
    <div className="border-t border-line">
      <div id="against-rows" className="scroll-mt-20">
        <CardHeader
          title={title}
          level={3}
          description={count > AGAINST_SHOWN ? t('largest', { shown: AGAINST_SHOWN, count }) : undefined}
          className="p-4"
        />
      </div>
      <Table label={title} sticky={false}>
        <Thead>
          <Th>{t('order')}</Th>
          <Th numeric>{t('inWallet')}</Th>
          <Th numeric>{t('released')}</Th>
          <Th numeric>{t('amount')}</Th>
        </Thead>
        <Tbody>
          {against.rows.map(({ code, shopName, settlementId, walletCents, ordersCents }) => (
            <Tr key={`${shopName} ${code}`}>
              <Td primary>
                <RowLink
                  href={
                    settlementId
                      ? settlementHref(settlementId)
                      : `${ledgerHref(filters, { kind: 'received', direction: null, unnamed: false, q: code, against: null })}#ledger`
                  }
                >
                  {code}
                </RowLink>
                <span className="block text-xs font-normal text-ink-3">{shopName}</span>
              </Td>
              <Td numeric label={t('inWallet')}>
                {formatAmount(walletCents, language)}
              </Td>
              <Td numeric label={t('released')}>
                {formatAmount(ordersCents, language)}
              </Td>
              <Td numeric label={t('amount')} className="font-medium">
                {formatAmount(walletCents - ordersCents, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </div>
  )
}
