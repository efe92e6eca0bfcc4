import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { JumpBar } from '@/components/ui/jump-bar'
import { Pagination } from '@/components/ui/pagination'
import { Tabs } from '@/components/ui/tabs'
import type { DraftView } from '@/lib/catalog/mapping/products-view'
import { mappingPath } from '@/lib/core/paths'
import { draftHref, draftTabs } from '@/lib/catalog/mapping/paths'
import { formatNumber } from '@/lib/core/money'
import { ArticleTable } from './article-table'
import { FillSkus } from './fill-skus'
import { MakeProducts } from './make-products'
import { makeId } from './make-id'
import { RunCard } from './run-card'

/** The products that listings would become, and afterwards how far their making is. */
export function ProductsScreen({ view: { run, draft, today } }: { view: DraftView }) {
  const t = useTranslations('mapping.products')
  const back = <ButtonLink href={mappingPath}>{t('back')}</ButtonLink>
  if (!draft)
    return (
      <>
        <PageHeader title={t('title')} actions={back} />
        <RunCard key={run.id} run={run} today={today} stays />
      </>
    )
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          draft.shopName
            ? t('fromShop', { count: draft.listings, shop: draft.shopName })
            : t('from', { count: draft.listings })
        }
        actions={back}
      />
      <Draft runId={run.id} draft={draft} today={today} />
    </>
  )
}

type DraftProps = { runId: string; draft: NonNullable<DraftView['draft']>; today: string }

function Draft({ runId, draft, today }: DraftProps) {
  const t = useTranslations('mapping.products')
  const language = useLocale()
  const { tab, page, pages, counts, rows } = draft
  const listings = counts.make + counts.match
  const { blank, fillBlank, twins, joinSame, ids, keepIds } = draft
  const forMany = { blank, fillBlank, twins, joinSame, ids, keepIds }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_330px]">
      <div className="min-w-0">
        <Tabs
          label={t('views')}
          tabs={draftTabs.map((each) => ({
            label: t(`tabs.${each}`),
            count: formatNumber(counts[each], language),
            href: draftHref(runId, { tab: each }),
            active: each === tab,
          }))}
        />
        {tab === 'mend' && <FillSkus runId={runId} draft={forMany} shown="open" />}
        {tab === 'make' && <FillSkus runId={runId} draft={forMany} shown="chosen" />}
        <Card flush>
          {rows.length > 0 ? (
            <ArticleTable key={tab} runId={runId} tab={tab} rows={rows} />
          ) : (
            <EmptyState kind="none" title={t(`none.${tab}`)} text={t('noneText')} />
          )}
          <Pagination
            previousHref={page > 1 ? draftHref(runId, { tab, page: page - 1 }) : null}
            nextHref={page < pages ? draftHref(runId, { tab, page: page + 1 }) : null}
            summary={<span>{t('listings', { count: counts[tab] })}</span>}
          />
        </Card>
      </div>
      <JumpBar to={makeId} text={t('sum', { count: draft.products })} label={t('toMake')} />
      <MakeProducts
        runId={runId}
        products={draft.products}
        matched={counts.match}
        waiting={counts.mend}
        stocks={draft.stocks}
        listings={listings}
        today={today}
      />
    </div>
  )
}
