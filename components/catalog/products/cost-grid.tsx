'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState, useSyncExternalStore, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { JumpBar } from '@/components/ui/jump-bar'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { CostlessProduct } from '@/lib/catalog/costs/missing-costs'
import { readCost, readPasted, writeCost } from '@/lib/catalog/costs/read-cost'
import { CostField } from './cost-field'
import { ProductPhoto } from './product-photo'
import { SaveCosts, type SavedCosts } from './save-costs'
import { UndoCosts } from './undo-costs'

/** `none` stands where no product is without a cost. */
type Props = { rows: CostlessProduct[]; total: number; today: Day; none: ReactNode }
/** `twice`: SKUs that the pasted text holds with different costs; the last one stands in the field. */
type Pasted = { filled: number; unknown: string[]; twice: string[] }

const UNKNOWN_SHOWN = 10
/** The server draws the first rows, the browser all of them: 300 lines with a field each are the most that a page has. */
const DRAWN_FIRST = 50
const saveId = 'save-costs'

/** Enter and the arrows go from field to field; a column, or SKUs beside costs, can be pasted. */
export function CostGrid({ rows, total, today, none }: Props) {
  const t = useTranslations('products.costs')
  const language = useLocale()
  const fields = useRef(new Map<string, HTMLInputElement>())
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const [saved, setSaved] = useState<SavedCosts | null>(null)
  const isWhole = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const drawn = isWhole ? rows : rows.slice(0, DRAWN_FIRST)
  const shown = rows.filter(({ id }) => (typed[id] ?? '').trim() !== '')
  useUnsavedGuard(shown.length > 0)
  const entries = shown.flatMap(({ id }) => {
    const read = readCost(typed[id]!)
    return read.ok ? [{ productId: id, cost: read.cost }] : []
  })
  const unread = shown.find(({ id }) => !readCost(typed[id]!).ok)
  const type = (id: string, text: string) => setTyped((before) => ({ ...before, [id]: text }))
  const go = (event: KeyboardEvent, at: number) => {
    const back = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
    if (!back && event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const next = rows[at + (back ? -1 : 1)]
    const field = next && fields.current.get(next.id)
    field?.focus()
    field?.select()
  }
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    const bySku = new Map(rows.map(({ sku, id }) => [sku.toLowerCase(), id]))
    const filled: Record<string, string> = {}
    const unknown: string[] = []
    const twice = new Set<string>()
    for (const [index, { sku, cost }] of readPasted(text).entries()) {
      const id = sku === null ? rows[at + index]?.id : bySku.get(sku.toLowerCase())
      const read = readCost(cost)
      // An empty cell says nothing of its product's cost.
      if (cost === '' && (id || sku === null)) continue
      const value = read.ok ? writeCost(read.cost, language) : cost
      if (id && sku !== null && filled[id] !== undefined && filled[id] !== value) twice.add(sku)
      if (id) filled[id] = value
      // The heading of a sheet names no product and no amount.
      else if (index > 0 || read.ok || read.readings.length > 0) unknown.push(sku ?? cost)
    }
    setTyped((before) => ({ ...before, ...filled }))
    setPasted({ filled: Object.keys(filled).length, unknown, twice: [...twice] })
  }
  const undo = saved && saved.undo.entries.length > 0 && (
    <div className="mb-4 rounded-card border border-line bg-surface px-4 py-2.5">
      <UndoCosts key={JSON.stringify(saved.undo)} saved={saved} />
    </div>
  )
  if (rows.length === 0)
    return (
      <>
        {undo}
        {none}
      </>
    )
  return (
    <>
      {undo}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card flush>
          <p className="border-b border-line px-4 py-2 text-[13px] text-ink-2">{t('how')}</p>
          <div role="status" className="empty:hidden">
            {pasted && (
              <p className="border-b border-line px-4 py-2 text-[13px]">
                {t('pasted', { count: pasted.filled })}{' '}
                {pasted.unknown.length > 0 && (
                  <span className="wrap-anywhere text-warn">
                    {t('unknown', {
                      count: pasted.unknown.length,
                      names: pasted.unknown.slice(0, UNKNOWN_SHOWN).join(', '),
                    })}
                  </span>
                )}{' '}
                {pasted.twice.length > 0 && (
                  <span className="wrap-anywhere text-warn">
                    {t('twice', {
                      count: pasted.twice.length,
                      names: pasted.twice.slice(0, UNKNOWN_SHOWN).join(', '),
                    })}
                  </span>
                )}
              </p>
            )}
          </div>
          <Table label={t('title')}>
            <Thead>
              <Th>{t('product')}</Th>
              <Th numeric>{t('revenue')}</Th>
              <Th numeric>{t('price')}</Th>
              <Th numeric>{t('cost')}</Th>
            </Thead>
            <Tbody>
              {drawn.map((row, at) => (
                <Tr key={row.id}>
                  <Td className="md:min-w-60">
                    <span className="flex min-w-0 items-start gap-3">
                      <ProductPhoto fileId={row.photoFileId} className="size-9" />
                      <span className="block min-w-0">
                        <span className="line-clamp-2 font-medium">{row.title}</span>
                        <span className="block text-xs wrap-anywhere text-ink-3">{row.sku}</span>
                      </span>
                    </span>
                  </Td>
                  <Td numeric label={t('revenue')}>
                    {formatMoney(row.revenueCents, language)}
                    <span className="block text-xs text-ink-3">{t('units', { count: Number(row.units) })}</span>
                  </Td>
                  <Td numeric label={t('price')}>
                    {row.priceCents === null ? t('noPrice') : formatMoney(row.priceCents, language)}
                  </Td>
                  <Td label={t('cost')} className="md:w-52">
                    <CostField
                      label={t('costOf', { name: row.title, sku: row.sku })}
                      value={typed[row.id] ?? ''}
                      inputRef={(input) => {
                        if (input) fields.current.set(row.id, input)
                      }}
                      onChange={(text) => type(row.id, text)}
                      onKeyDown={(event) => go(event, at)}
                      onPaste={(event) => paste(event, at)}
                    />
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
          {total > rows.length && (
            <p className="border-t border-line px-4 py-3 text-ink-2">{t('more', { count: total - rows.length })}</p>
          )}
        </Card>
        {entries.length > 0 && (
          <JumpBar to={saveId} text={t('count', { count: entries.length })} label={t('check', { count: 0 })} />
        )}
        <SaveCosts
          id={saveId}
          entries={entries}
          today={today}
          unread={unread && (() => fields.current.get(unread.id)?.focus())}
          onSaved={(costs) => {
            setTyped({})
            setPasted(null)
            setSaved(costs)
          }}
        />
      </div>
    </>
  )
}
