'use client'

import { useLocale, useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Day } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { formatCost } from '@/lib/catalog/costs/cost'
import { familyHref, productsPath } from '@/lib/catalog/products/filters'
import type { Variation } from '@/lib/catalog/products/queries'
import type { SavedCosts } from './save-costs'
import { UndoCosts } from './undo-costs'

const CostDialog = dynamic(() => import('./bulk-cost-dialog').then((module) => module.BulkCostDialog), { ssr: false })

type Props = { productId: string; familyId: string; variations: Variation[]; today: Day; canSetCosts: boolean }

/** The other variations of the same article, and one cost for all of them. */
export function VariationsCard({ productId, familyId, variations, today, canSetCosts }: Props) {
  const t = useTranslations('products.family')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  const [saved, setSaved] = useState<SavedCosts | null>(null)
  const seesCosts = variations.some(({ cost }) => cost !== undefined)
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text', { count: variations.length })}
        className="px-4 pt-4 pb-3"
        actions={
          <span className="flex flex-wrap gap-2">
            <ButtonLink size="sm" variant="ghost" href={familyHref(familyId)}>
              {t('list')}
            </ButtonLink>
            {canSetCosts && (
              <Button size="sm" onClick={() => setOpen(true)}>
                {t('costForAll')}
              </Button>
            )}
          </span>
        }
      />
      {saved && (
        <div className="border-t border-line px-4 py-2">
          <UndoCosts key={JSON.stringify(saved.undo)} saved={saved} />
        </div>
      )}
      <Table label={t('title')} sticky={false}>
        <Thead>
          <Th>{t('title')}</Th>
          <Th numeric>{t('available')}</Th>
          {seesCosts && <Th numeric>{t('cost')}</Th>}
        </Thead>
        <Tbody>
          {variations.map(({ id, sku, title, available, cost }) => (
            <Tr key={id}>
              <Td primary className="max-md:col-start-1!">
                {id === productId ? (
                  <span aria-current="true" className="font-semibold">
                    {title} <span className="font-normal text-ink-3">({t('this')})</span>
                  </span>
                ) : (
                  <Link href={`${productsPath}/${id}`} className="font-medium text-ink">
                    {title}
                  </Link>
                )}
                <span className="block text-[13px] font-normal wrap-anywhere text-ink-3">{sku}</span>
              </Td>
              <Td numeric label={t('available')}>
                {formatNumber(available, language)}
              </Td>
              {seesCosts && (
                <Td numeric label={t('cost')}>
                  {cost ? formatCost(cost, language) : <span className="font-medium text-warn">{t('noCost')}</span>}
                </Td>
              )}
            </Tr>
          ))}
        </Tbody>
      </Table>
      {open && (
        <CostDialog
          products={variations.map(({ id }) => ({ id, isKit: false }))}
          today={today}
          since={variations.every(({ cost }) => !cost) ? 'beginning' : 'day'}
          onClose={() => setOpen(false)}
          onSaved={(costs) => {
            setSaved(costs)
            setOpen(false)
          }}
        />
      )}
    </Card>
  )
}
