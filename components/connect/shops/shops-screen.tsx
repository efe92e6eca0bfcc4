import { useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { companyShopsPath, shopsPath } from '@/lib/connect/shops/schema'
import type { ShopsView } from '@/lib/connect/shops/views'
import { ConnectShop } from './connect-shop'
import { hasWebhookEvents, WebhookEventsCard } from './webhook-events-card'
import { ReturnNotice } from './return-notice'
import { SandboxNote } from './sandbox-badge'
import { ShopCard } from './shop-card'
import { isFetchingHistory } from './shop-state'
import { ShopTable } from './shop-table'
import type { ReactNode } from 'react'

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

/** First use: what will happen, in the order in which it does. */
function FirstSteps({ action }: { action: ReactNode }) {
  const t = useTranslations('shops.first')
  return (
    <Card className="mx-auto max-w-2xl p-6!">
      <h2 className="text-base font-title">{t('title')}</h2>
      <p className="mt-1 text-ink-2">{t('text')}</p>
      <ol className="mt-5 space-y-4">
        {(['step1', 'step2', 'step3'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-0.5">
              <span className="block font-semibold">{t(step)}</span>
              <span className="block text-ink-2">{t(`${step}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        {action}
        <ButtonLink href="/dashboard/orders/import" variant="ghost">
          {t('import')}
        </ButtonLink>
      </div>
    </Card>
  )
}
