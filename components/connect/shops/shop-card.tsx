import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { DraftProductsButton } from '@/components/catalog/mapping/draft-products-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatDateTime, formatDay, type Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { ShopRights, ShopsView, ShopView } from '@/lib/connect/shops/views'
import { MasterSwitch } from './master-switch'
import { NoAdsButton } from './no-ads-dialog'
import { ShopActions } from './shop-actions'
import { failuresHref, mappingHref, warehousePath } from './shop-links'
import { Ago, GrantEnd, HistoryProgress, StatusBadge, StatusText } from './shop-state'
import { ShopStreams } from './shop-streams'
import { ShopName } from './shop-table'

/** The full view of one shop: connection, sync, stock and prices. */
export function ShopCard({ shop, view }: { shop: ShopView; view: ShopsView }) {
  const { rights, entities, isSandbox, timeZone } = view
  return (
    <Card as="article">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <ShopName shop={shop} isSandbox={isSandbox} as="h2" />
        </div>
        <ShopActions shop={shop} rights={rights} entities={entities} isSandbox={isSandbox} today={view.today} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge shop={shop} />
        <StatusText shop={shop} timeZone={timeZone} />
        <HistoryLink kind="shop" id={shop.id} />
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-5 border-t border-line pt-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1.2fr)]">
        <Connection shop={shop} timeZone={timeZone} now={view.now} />
        <Sync shop={shop} view={view} />
        <Stock shop={shop} timeZone={timeZone} rights={rights} today={view.today} />
      </div>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px] text-ink-3">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Connection({ shop, timeZone, now }: { shop: ShopView; timeZone: string; now: Date }) {
  const t = useTranslations('shops')
  const language = useLocale()
  const { connectedAt, connectedByName } = shop
  return (
    <Part title={t('card.connection')}>
      <dl className="space-y-2">
        <Line label={t('card.grantEnds')}>
          <GrantEnd shop={shop} timeZone={timeZone} />
        </Line>
        <Line label={t('card.connectedAt')}>
          {connectedAt ? formatDateTime(connectedAt, language, timeZone) : t('card.never')}
          {connectedAt && connectedByName && ` ${t('card.connectedBy', { name: connectedByName })}`}
        </Line>
        <Line label={t('columns.sync')}>
          <Ago at={shop.lastSyncedAt} now={now} timeZone={timeZone} />
        </Line>
      </dl>
    </Part>
  )
}

function Sync({ shop, view }: { shop: ShopView; view: ShopsView }) {
  const t = useTranslations('shops')
  const { now, timeZone } = view
  const { progress } = shop
  if (!progress)
    return (
      <Part title={t('card.sync')}>
        <p className="text-ink-2">{t('card.noSync')}</p>
      </Part>
    )
  const { waiting, dead } = progress.failures
  return (
    <Part title={t('card.sync')}>
      <HistoryProgress shop={shop} timeZone={timeZone} full />
      <ShopStreams shop={shop} now={now} timeZone={timeZone} />
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={dead > 0 ? 'font-semibold text-bad' : 'text-ink-2'}>{t('failures', { count: dead })}</span>
        {waiting > 0 && <span className="text-ink-2">{t('retrying', { count: waiting })}</span>}
        {dead + waiting > 0 && view.rights.central && (
          <ButtonLink size="sm" href={failuresHref(shop.id)}>
            {t('card.failures')}
          </ButtonLink>
        )}
      </p>
    </Part>
  )
}

type StockProps = { shop: ShopView; timeZone: string; rights: ShopRights; today: Day }

function Stock({ shop, timeZone, rights, today }: StockProps) {
  const t = useTranslations('shops')
  const language = useLocale()
  return (
    <Part title={t('card.stock')}>
      <MasterSwitch shop={shop} canSwitch={rights.connect} />
      <dl className="mt-2 space-y-2">
        <Line label={t('rules.safety')}>{t('rules.safetyShown', { count: shop.safetyUnits })}</Line>
        <Line label={t('rules.last')}>{t('rules.lastShown', { count: shop.lastUnits })}</Line>
        {shop.stockFrom && (
          <Line label={t('card.stockFrom')}>{formatDateTime(shop.stockFrom, language, timeZone)}</Line>
        )}
        {shop.platform === 'shopee' && (
          <Line label={t('card.ads')}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {shop.noAdsFrom ? t('ads.shown', { day: formatDay(shop.noAdsFrom, language) }) : t('ads.unsaid')}
              {rights.connect && <NoAdsButton shop={shop} today={today} />}
            </span>
            {shop.adsDespite && (
              <span className="mt-0.5 flex gap-1.5 text-[13px]">
                <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
                {t('ads.despite', { value: formatMoney(shop.adsDespite.cents, language), days: shop.adsDespite.days })}
              </span>
            )}
          </Line>
        )}
      </dl>
      {shop.uncounted && shop.uncounted.count > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">
            {t('card.uncounted', { count: shop.uncounted.count, skus: shop.uncounted.skus.join(', ') })}
          </span>
          <ButtonLink size="sm" href={warehousePath}>
            {t('card.count')}
          </ButtonLink>
        </p>
      )}
      {(shop.unmapped > 0 || shop.lastSyncedAt) && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={shop.unmapped > 0 ? 'font-semibold' : 'text-ink-2'}>
            {t('card.unmapped', { count: shop.unmapped })}
          </span>
          {rights.map && (
            <ButtonLink size="sm" href={mappingHref(shop.id)}>
              {t('card.mapping')}
            </ButtonLink>
          )}
          {rights.make && shop.unmapped > 0 && <DraftProductsButton shopId={shop.id} label={t('card.makeProducts')} />}
        </p>
      )}
    </Part>
  )
}
