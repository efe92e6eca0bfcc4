import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ShopsView, ShopView } from '@/lib/connect/shops/views'
import { Ago } from './shop-state'

const receivesWebhookEvents = ({ platform, connectedAt }: ShopView) => platform === 'shopee' && connectedAt !== null

/** Whether there is anything to say: a shop that the platform pushes for, or calls of the address before there is one. */
export const hasWebhookEvents = ({ shops, webhookAddress }: ShopsView): boolean =>
  shops.some(receivesWebhookEvents) || (webhookAddress?.counts.length ?? 0) > 0

const ACCEPTED: readonly string[] = ['ping', 'pingOtherKey', 'strangeShop']

/** When the platform last pushed for each shop, what it pushed in a week, and what was refused and why. */
export function WebhookEventsCard({ view }: { view: ShopsView }) {
  const t = useTranslations('webhookEvents')
  const shops = view.shops.filter(receivesWebhookEvents)
  return (
    <Card className="mt-4">
      <CardHeader title={t('title')} description={t('text')} />
      {shops.length === 0 ? (
        <p className="mt-3 text-ink-2">{t('noShop')}</p>
      ) : (
        <Table label={t('title')} sticky={false} className="mt-3">
          <Thead>
            <Th>{t('columns.shop')}</Th>
            <Th>{t('columns.last')}</Th>
            <Th numeric>{t('columns.count')}</Th>
            <Th>{t('columns.kinds')}</Th>
          </Thead>
          <Tbody>
            {shops.map((shop) => (
              <ShopWebhookEventsRow key={shop.id} shop={shop} view={view} />
            ))}
          </Tbody>
        </Table>
      )}
      {view.webhookAddress && <AddressPart address={view.webhookAddress} view={view} />}
    </Card>
  )
}

function ShopWebhookEventsRow({ shop, view }: { shop: ShopView; view: ShopsView }) {
  const t = useTranslations('webhookEvents')
  const codes = shop.webhookEvents?.codes ?? []
  return (
    <Tr>
      <Td>
        <span className="font-semibold wrap-anywhere">{shop.name}</span>
      </Td>
      <Td label={t('columns.last')}>
        <Ago at={shop.webhookEvents?.lastAt ?? null} now={view.now} timeZone={view.timeZone} />
      </Td>
      <Td label={t('columns.count')} numeric>
        {codes.reduce((sum, { count }) => sum + count, 0)}
      </Td>
      <Td label={t('columns.kinds')}>
        {codes.length === 0 && <span className="text-ink-3">{t('none')}</span>}
        <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-[13px] text-ink-2 @max-xl:justify-end">
          {codes.map(({ code, kind, count }) => (
            <li key={code} className={kind === 'unknown' ? 'font-semibold' : undefined}>
              {kind === 'unknown' ? t('unknown', { count, code }) : t('one', { kind: t(`kinds.${kind}`), count })}
            </li>
          ))}
        </ul>
        {codes.some(({ kind }) => kind === 'unknown') && (
          <p className="mt-1 text-[13px] text-ink-3">{t('unknownText')}</p>
        )}
      </Td>
    </Tr>
  )
}

type AddressPartProps = { address: NonNullable<ShopsView['webhookAddress']>; view: ShopsView }

function AddressPart({ address, view }: AddressPartProps) {
  const t = useTranslations('webhookEvents')
  const refused = address.counts.filter(({ outcome }) => !ACCEPTED.includes(outcome))
  const total = refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{t('address.title')}</h3>
      <p className="mt-1 text-[13px] text-ink-3">{t('address.text')}</p>
      <p className="mt-2 font-mono text-[13px] wrap-anywhere">{address.url}</p>
      <p className="mt-2 text-[13px] text-ink-2">{t(address.hasOwnKey ? 'address.ownKey' : 'address.appKey')}</p>
      <p className={total > 0 ? 'mt-3 font-semibold text-bad' : 'mt-3 text-ink-2'}>
        {t('address.refused', { count: total })}
      </p>
      {address.counts.length > 0 && (
        <Table label={t('address.title')} sticky={false} className="mt-2">
          <Thead>
            <Th>{t('address.columns.why')}</Th>
            <Th numeric>{t('address.columns.count')}</Th>
            <Th>{t('address.columns.last')}</Th>
          </Thead>
          <Tbody>
            {address.counts.map(({ outcome, count, lastAt }) => (
              <Tr key={outcome}>
                <Td>{t(`outcomes.${outcome}`)}</Td>
                <Td label={t('address.columns.count')} numeric>
                  {count}
                </Td>
                <Td label={t('address.columns.last')}>
                  <Ago at={lastAt} now={view.now} timeZone={view.timeZone} />
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  )
}
