'use client'

import { EyeSlashIcon } from '@heroicons/react/24/outline'
import { useState } from 'react'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { MissingDialog, type MissedProduct } from '@/components/catalog/warehouse/missing-button'
import { buttonClass } from '@/components/ui/button'
import { cellClass, Table, Tbody, Th, Thead } from '@/components/ui/table'

/** The cells of a line, in the reader's words; empty ones are left out. */
export type PickingCells = {
  key: string
  shelf?: string
  units: string
  title: string
  about: string
  photo?: string
  orders: string
  /** Left out where no product is mapped: then there is no stock to correct. */
  missing?: { id: string; sku: string | null; onHand: number; label: string }
}
type PickingRowsProps = {
  rows: PickingCells[]
  labels: Record<'title' | 'shelf' | 'noShelf' | 'units' | 'product' | 'orders' | 'missing' | 'report', string>
}

const looks = {
  shelf: cellClass({ labelled: true, className: 'font-semibold whitespace-nowrap' }),
  units: cellClass({ labelled: true, numeric: true, className: 'text-base font-semibold' }),
  cell: cellClass({}),
  orders: cellClass({ labelled: true, className: 'max-w-80 text-[13px] text-ink-2 tabular-nums' }),
  button: buttonClass({ size: 'sm' }),
}

/** One component for up to hundreds of lines: as elements of the server they would cross to the browser one by one. */
export function PickingRows({ rows, labels }: PickingRowsProps) {
  const [missed, setMissed] = useState<MissedProduct | null>(null)
  return (
    <>
      <Table label={labels.title} className="border-t border-line">
        <Thead>
          <Th>{labels.shelf}</Th>
          <Th numeric>{labels.units}</Th>
          <Th>{labels.product}</Th>
          <Th>{labels.orders}</Th>
          <Th>
            <span className="sr-only">{labels.missing}</span>
          </Th>
        </Thead>
        <Tbody>
          {rows.map(({ key, shelf, units, title, about, photo, orders, missing }) => (
            <tr key={key} role="row" className="list-row">
              <td role="cell" data-label={labels.shelf} className={looks.shelf}>
                {shelf ?? (
                  <span className="list-value">
                    <span className="font-normal text-ink-3">{labels.noShelf}</span>
                  </span>
                )}
              </td>
              <td role="cell" data-label={labels.units} className={looks.units}>
                {units}
              </td>
              <td role="cell" className={looks.cell}>
                <span className="flex items-center gap-2">
                  <ProductPhoto fileId={photo ?? null} />
                  <span className="min-w-0">
                    <span className="line-clamp-2 max-w-96">{title}</span>
                    <span className="block text-[13px] text-ink-3">{about}</span>
                  </span>
                </span>
              </td>
              <td role="cell" data-label={labels.orders} className={looks.orders}>
                {orders}
              </td>
              <td role="cell" data-print="hide" className={looks.cell}>
                {missing && (
                  <button
                    type="button"
                    aria-label={missing.label}
                    className={looks.button}
                    onClick={() => setMissed({ ...missing, title })}
                  >
                    <span className="inline-flex items-center gap-1.5">
                      <EyeSlashIcon aria-hidden />
                      {labels.report}
                    </span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Tbody>
      </Table>
      {missed && <MissingDialog product={missed} onClose={() => setMissed(null)} />}
    </>
  )
}
