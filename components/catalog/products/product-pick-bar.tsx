'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import { editProductsAction } from '@/lib/catalog/products/actions'
import { useProductPicks, type ProductEdit } from './product-picks'
import type { SavedCosts } from './save-costs'
import { UndoCosts } from './undo-costs'

const PriceDialog = dynamic(() => import('./bulk-price-dialog').then((module) => module.BulkPriceDialog), {
  ssr: false,
})
const CostDialog = dynamic(() => import('./bulk-cost-dialog').then((module) => module.BulkCostDialog), { ssr: false })

type Done = { count: number; kept: number; undo: ProductEdit['entries'] | null }

/** The actions for the selected products, then their outcome with a way back; stays in sight below the top bar. */
export function ProductPickBar({ archived, seesMoney, today }: { archived: boolean; seesMoney: boolean; today: Day }) {
  const t = useTranslations('products.bulk')
  const { picked, clear } = useProductPicks()
  const [open, setOpen] = useState<'price' | 'cost' | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [saved, setSaved] = useState<SavedCosts | null>(null)
  const editing = useAction(editProductsAction, { refresh: true })
  const run = async ({ entries, undo }: ProductEdit) => {
    const result = await editing.run({ entries })
    if (!result?.ok) return
    const { changed, kept } = result.data
    const back = undo(changed)
    setDone({ count: changed.length, kept, undo: back.length > 0 ? back : null })
    setSaved(null)
    setOpen(null)
    clear()
  }
  const archive = () =>
    run({
      entries: picked.map(({ id, version }) => ({ id, version, archived: !archived })),
      undo: (changed) => changed.map((product) => ({ ...product, archived })),
    })
  if (picked.length === 0 && open === null && done === null && saved === null) return null
  return (
    <div
      role="group"
      aria-label={t('bar')}
      data-print="hide"
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
    >
      <span role="status" className="mr-auto font-semibold">
        {picked.length > 0 ? t('count', { count: picked.length }) : done && <DoneText done={done} />}
      </span>
      {picked.length === 0 && saved && (
        <>
          <UndoCosts key={JSON.stringify(saved.undo)} saved={saved} />
          <Button size="sm" variant="ghost" onClick={() => setSaved(null)}>
            {t('close')}
          </Button>
        </>
      )}
      {picked.length > 0 ? (
        <>
          <Button size="sm" variant="ghost" onClick={clear}>
            {t('clear')}
          </Button>
          <Button size="sm" onClick={() => setOpen('price')}>
            {t('price')}
          </Button>
          {seesMoney && (
            <Button size="sm" onClick={() => setOpen('cost')}>
              {t('cost')}
            </Button>
          )}
          <Button size="sm" pending={editing.pending} onClick={() => void archive()}>
            {t(archived ? 'restore' : 'archive')}
          </Button>
        </>
      ) : (
        done && (
          <>
            {done.undo && (
              <Button
                size="sm"
                pending={editing.pending}
                onClick={() => void run({ entries: done.undo!, undo: () => [] })}
              >
                {t('undo')}
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => setDone(null)}>
              {t('close')}
            </Button>
          </>
        )
      )}
      {open === 'price' && <PriceDialog saving={editing} onRun={run} onClose={() => setOpen(null)} />}
      {open === 'cost' && (
        <CostDialog
          products={picked}
          today={today}
          onClose={() => setOpen(null)}
          onSaved={(costs) => {
            setSaved(costs)
            setDone(null)
            setOpen(null)
            clear()
          }}
        />
      )}
    </div>
  )
}

function DoneText({ done: { count, kept } }: { done: Done }) {
  const t = useTranslations('products.bulk')
  return [t('done', { count }), kept > 0 && t('kept', { count: kept })].filter(Boolean).join(' ')
}
