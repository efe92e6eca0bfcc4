'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { fetchAnswer } from '@/components/catalog/mapping/fetch-answer'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ActionFailure } from '@/components/ui/use-action'
import { formatMoney, formatNumber } from '@/lib/core/money'
import type { MasterDifference, MasterPreview } from '@/lib/connect/shops/master-preview'
import type { MasterKind } from '@/lib/connect/shops/master-schema'
import type { ShopView } from '@/lib/connect/shops/views'
import { mappingHref } from './shop-links'

type Props = {
  open: boolean
  onClose: () => void
  shop: Pick<ShopView, 'id' | 'name'>
  kind: MasterKind
  onConfirm: () => void
  pending: boolean
  error: ActionFailure | null
}

/** The values that would be written to the platform, before they are. */
export function MasterDialog({ open, onClose, shop, kind, onConfirm, pending, error }: Props) {
  const t = useTranslations('shops.master')
  const common = useTranslations('common')
  const { data, isError } = useQuery({
    queryKey: ['master-preview', shop.id, kind],
    queryFn: () => fetchAnswer<MasterPreview>(`/api/shops/${shop.id}/master?kind=${kind}`),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  })
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button variant="primary" disabled={!data} pending={pending} onClick={onConfirm}>
        {data && data.differences > 0 ? t('confirm', { count: data.differences }) : t('confirmNothing')}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t(`takeAsk.${kind}`, { name: shop.name })}
      description={t(`takeText.${kind}`)}
      footer={footer}
    >
      <FormError error={error} />
      {isError && <p role="alert">{t('previewFailed')}</p>}
      {!data && !isError && <p className="text-ink-2">{common('loading')}</p>}
      {data && <Preview preview={data} shop={shop} />}
    </Dialog>
  )
}

function Preview({ preview, shop }: { preview: MasterPreview; shop: Props['shop'] }) {
  const t = useTranslations('shops.master')
  const language = useLocale()
  const { kind, unmapped, uncounted, differences, rows, inPromotion } = preview
  const amount = (text: string) =>
    kind === 'stock' ? formatNumber(BigInt(text), language) : formatMoney(BigInt(text), language)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        <Check good={unmapped === 0} text={t('unmapped', { count: unmapped })}>
          {unmapped > 0 && (
            <ButtonLink size="sm" href={mappingHref(shop.id)}>
              {t('map')}
            </ButtonLink>
          )}
        </Check>
        <Check
          good={uncounted.count === 0}
          text={t(`uncounted.${kind}`, { count: uncounted.count, skus: uncounted.skus.join(', ') })}
        />
        {kind === 'price' && inPromotion > 0 && <Check good={false} text={t('inPromotion', { count: inPromotion })} />}
      </ul>
      <p className="font-semibold">{t('differences', { count: differences })}</p>
      {differences > 0 && (
        <>
          {kind === 'stock' && (
            <p className="text-ink-2">
              {t('totals', { there: amount(preview.thereTotal), here: amount(preview.hereTotal) })}
            </p>
          )}
          <Table label={t('differences', { count: differences })} sticky={false}>
            <Thead>
              <Th>{t('columns.listing')}</Th>
              <Th numeric>{t('columns.there')}</Th>
              <Th numeric>{t('columns.here')}</Th>
              <Th numeric>{t('columns.change')}</Th>
            </Thead>
            <Tbody>
              {rows.map((row) => (
                <Difference key={row.listingId} row={row} amount={amount} />
              ))}
            </Tbody>
          </Table>
          {differences > rows.length && (
            <p className="text-[13px] text-ink-3">{t('more', { count: differences - rows.length })}</p>
          )}
        </>
      )}
    </div>
  )
}

function Check({ good, text, children }: { good: boolean; text: string; children?: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${good ? 'bg-good' : 'bg-warn'}`} />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {children}
    </li>
  )
}

function Difference({ row, amount }: { row: MasterDifference; amount: (text: string) => string }) {
  const t = useTranslations('shops.master')
  const change = BigInt(row.here) - BigInt(row.there ?? '0')
  return (
    <Tr>
      <Td>
        <span className="line-clamp-2 font-medium">{row.title}</span>
        <span className="block text-[13px] wrap-anywhere text-ink-3">
          {[row.variation, row.sku].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td numeric label={t('columns.there')}>
        {row.there === null ? t('unknown') : amount(row.there)}
      </Td>
      <Td numeric label={t('columns.here')}>
        {amount(row.here)}
      </Td>
      <Td numeric label={t('columns.change')} className="font-semibold">
        {`${change > 0n ? '+' : ''}${amount(change.toString())}`}
      </Td>
    </Tr>
  )
}
