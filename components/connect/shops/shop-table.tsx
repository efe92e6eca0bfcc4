import { useTranslations } from 'next-intl'
import { shopPlatforms } from '@/lib/connect/shops/schema'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ShopsView, ShopView } from '@/lib/connect/shops/views'
import { SandboxBadge } from './sandbox-badge'
import { ShopActions } from './shop-actions'
import { Ago, GrantEnd, HistoryProgress, isFetchingHistory, StatusBadge, StatusText } from './shop-state'

/** The everyday view: how each shop stands, and what to do next. */
export function ShopTable({ view }: { view: ShopsView }) {
  const t = useTranslations('shops')
  const hasActions = view.rights.connect || view.rights.sync
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('columns.shop')}</Th>
        <Th>{t('columns.status')}</Th>
        <Th>{t('columns.grant')}</Th>
        <Th>{t('columns.sync')}</Th>
        {hasActions && <Th>{t('columns.actions')}</Th>}
      </Thead>
      <Tbody>
        {view.shops.map((shop) => (
          <ShopLine key={shop.id} shop={shop} view={view} hasActions={hasActions} />
        ))}
      </Tbody>
    </Table>
  )
}

function ShopLine({ shop, view, hasActions }: { shop: ShopView; view: ShopsView; hasActions: boolean }) {
  const t = useTranslations('shops')
  const { now, timeZone } = view
  return (
    <Tr>
      <Td className="md:min-w-48">
        <ShopName shop={shop} isSandbox={view.isSandbox} />
      </Td>
      <Td label={t('columns.status')} className="md:max-w-64">
        <StatusBadge shop={shop} />
        <StatusText shop={shop} timeZone={timeZone} />
      </Td>
      <Td label={t('columns.grant')}>
        <GrantEnd shop={shop} timeZone={timeZone} />
      </Td>
      <Td label={isFetchingHistory(shop) ? undefined : t('columns.sync')} className="md:w-56">
        {/* As high and wide while the history comes in as before and after: nothing else moves. */}
        <span className="flex flex-col justify-center @xl:min-h-20 @xl:w-52">
          {isFetchingHistory(shop) ? (
            <HistoryProgress shop={shop} timeZone={timeZone} />
          ) : (
            <Ago at={shop.lastSyncedAt} now={now} timeZone={timeZone} />
          )}
        </span>
      </Td>
      {hasActions && (
        <Td className="md:w-px">
          <RowControl>
            <ShopActions
              shop={shop}
              rights={view.rights}
              entities={view.entities}
              isSandbox={view.isSandbox}
              today={view.today}
            />
          </RowControl>
        </Td>
      )}
    </Tr>
  )
}

export function ShopName({
  shop,
  isSandbox,
  as: Name = 'span',
}: {
  shop: ShopView
  isSandbox: boolean
  as?: 'span' | 'h2'
}) {
  const t = useTranslations('shops')
  return (
    <>
      <Name className={Name === 'h2' ? 'text-[15px] font-title wrap-anywhere' : 'font-semibold wrap-anywhere'}>
        {shop.name}
      </Name>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-ink-3">
        <span>{t(`platforms.${shopPlatforms.find((known) => known === shop.market) ?? shop.platform}`)}</span>
        {isSandbox && shop.platform === 'shopee' && <SandboxBadge />}
        <span className="tabular-nums">
          {shop.externalShopId === null ? t('noId') : t('id', { id: shop.externalShopId })}
        </span>
        <span>{shop.legalEntity.name}</span>
      </span>
    </>
  )
}
