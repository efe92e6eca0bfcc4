import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs } from '@/components/ui/tabs'
import { monthCloseHref } from '@/lib/money/month-close/paths'
import type { MonthClosesView } from '@/lib/money/month-close/views'
import { Adjustments } from './adjustments'
import { MonthDetail } from './month-detail'
import { MonthTable } from './month-table'

type MonthCloseScreenProps = { view: MonthClosesView; timeZone: string }

/** The months of one legal entity, and the one that is opened instead of them. */
export function MonthCloseScreen({ view, timeZone }: MonthCloseScreenProps) {
  const t = useTranslations('monthClose')
  const { entities, entity, months, opened, pending, next } = view
  if (!entity) return <EmptyState kind="none" title={t('noEntity.title')} text={t('noEntity.text')} />
  return (
    <>
      {entities.length > 1 && (
        <Tabs
          label={t('entity')}
          tabs={entities.map(({ id, name }) => ({ href: monthCloseHref(id), label: name, active: id === entity.id }))}
        />
      )}
      {opened ? (
        <MonthDetail key={opened.month} view={view} opened={opened} timeZone={timeZone} />
      ) : (
        <div className="grid min-w-0 gap-4">
          <Card flush>
            <CardHeader
              title={entities.length > 1 ? t('title') : `${t('title')} · ${entity.name}`}
              description={t('text')}
              className="p-4"
            />
            {months.length === 0 ? (
              <EmptyState
                kind="first"
                title={t('empty.title')}
                text={t('empty.text')}
                action={<ButtonLink href="/dashboard/orders/import">{t('empty.action')}</ButtonLink>}
                className="border-t border-line"
              />
            ) : (
              <MonthTable view={view} timeZone={timeZone} />
            )}
          </Card>
          <Adjustments adjustments={pending} entity={entity} taken={false} next={next} />
        </div>
      )}
    </>
  )
}
