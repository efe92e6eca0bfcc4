import { useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { companyShopsPath, shopsPath } from '@/lib/connect/shops/schema'
import type { ShopsView } from '@/lib/connect/shops/views'
import { ConnectShop } from './connect-shop'
import { FirstSteps } from './first-steps'
import { hasWebhookEvents, WebhookEventsCard } from './webhook-events-card'
import { ReturnNotice } from './return-notice'
import { SandboxNote } from './sandbox-badge'
import { ShopCard } from './shop-card'
import { isFetchingHistory } from './shop-state'
import { ShopTable } from './shop-table'

const freshEveryMs = 5000

/** `company` is the full view: health, rules and masters; without it the list with what to do next. */
export function ShopsScreen({ view, company = false }: { view: ShopsView; company?: boolean }) {
  const t = useTranslations('shops')
  const pages = useTranslations('shell.pages')
  const { shops, rights, entities, isSandbox } = view
  const connect = rights.connect && <ConnectShop entities={entities} isSandbox={isSandbox} openAtFirst={view.asksNew} />
  const isEmpty = view.total === 0
  const path = company ? companyShopsPath : shopsPath
  return (
    <>
      <PageHeader
        title={pages(company ? 'companyShops' : 'shops')}
        description={t(company ? 'companyDescription' : 'description')}
        actions={
          !isEmpty && (
            <>
              <ButtonLink href={company ? shopsPath : companyShopsPath}>
                {t(company ? 'quickView' : 'fullView')}
              </ButtonLink>
              {connect}
            </>
          )
        }
      />
      <ReturnNotice outcome={view.outcome} />
      {isSandbox && <SandboxNote />}
      {view.waiting && !isEmpty && (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          {t(`waiting.${view.waiting}`, { count: shops.length })}
          <ButtonLink href={path} size="sm">
            {t('waiting.all', { count: view.total })}
          </ButtonLink>
        </p>
      )}
      {isEmpty && (rights.connect ? <FirstSteps action={connect} /> : <NoShopYet />)}
      {!isEmpty && company && (
        <div className="space-y-4">
          {shops.map((shop) => (
            <ShopCard key={shop.id} shop={shop} view={view} />
          ))}
        </div>
      )}
      {shops.length > 0 && !company && (
        <Card flush>
          <ShopTable view={view} />
        </Card>
      )}
      {hasWebhookEvents(view) && <WebhookEventsCard view={view} />}
      {view.connectors.length > 0 && (
        <p className="mt-4 text-[13px] text-ink-2">{t('askOwner', { names: view.connectors.join(', ') })}</p>
      )}
      {shops.some(isFetchingHistory) && <KeepFresh everyMs={freshEveryMs} />}
    </>
  )
}

function NoShopYet() {
  const t = useTranslations('shops.first')
  return (
    <Card>
      <EmptyState kind="first" title={t('reader')} text={t('text')} />
    </Card>
  )
}
