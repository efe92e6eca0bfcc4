'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/field'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { ordersAtOnce } from '@/lib/sales/dispatch/schema'
import type { DispatchList, ListedToShip } from '@/lib/sales/dispatch/views'
import { BulkBar } from './bulk-bar'
import type { Picked } from './picked'
import { DispatchRow } from './dispatch-row'

type DispatchTableProps = {
  list: DispatchList
  /** The filter as the address carries it, and how many orders it finds. */
  query: string
  total: number
  timeZone: string
}

export function DispatchTable({ list, query, total, timeZone }: DispatchTableProps) {
  const t = useTranslations('dispatch.list')
  const { rows } = list.page
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setWhole] = useState(false)
  const here = rows.filter(({ id }) => chosen.has(id))
  const isAll = here.length === rows.length
  const choose = (ids: string[]) => {
    setChosen(new Set(ids))
    setWhole(false)
  }
  const toggle = ({ id }: ListedToShip) =>
    choose(chosen.has(id) ? here.map((row) => row.id).filter((one) => one !== id) : [...here.map((row) => row.id), id])
  const all = {
    checked: isAll,
    indeterminate: here.length > 0 && !isAll,
    onChange: () => choose(isAll ? [] : rows.map(({ id }) => id)),
  }
  const picked: Picked = isWhole ? { query, count: total } : { orderIds: here.map(({ id }) => id) }
  return (
    <>
      {list.canShip && here.length > 0 && (
        <BulkBar
          picked={picked}
          rows={here}
          count={isWhole ? total : here.length}
          wholeCount={isAll && !isWhole && total > rows.length && total <= ordersAtOnce ? total : null}
          onWhole={() => setWhole(true)}
          onClear={() => choose([])}
        />
      )}
      {/* Where the table is a list of cards, its header is not there to hold this. */}
      <div className="@container border-t border-line">
        <Checkbox {...all} label={t('selectAll')} className="border-b border-line px-4 py-2 @xl:hidden" />
      </div>
      <Table label={t('title')}>
        <Thead>
          <Th narrow className="@max-xl:hidden">
            <Checkbox {...all} aria-label={t('selectAll')} />
          </Th>
          <Th className="md:min-w-40">{t('order')}</Th>
          <Th className="md:min-w-60 @4xl:min-w-68">{t('items')}</Th>
          <Th>{t('shipment')}</Th>
          <Th>{t('situation')}</Th>
          <Th>{t('deadline')}</Th>
        </Thead>
        <Tbody>
          {rows.map((order) => (
            <Tr key={order.id} selected={chosen.has(order.id)}>
              <Td narrow>
                <RowControl className="@max-xl:mt-0!">
                  <Checkbox
                    aria-label={t('select', { code: order.externalCode })}
                    checked={chosen.has(order.id)}
                    onChange={() => toggle(order)}
                  />
                </RowControl>
              </Td>
              <DispatchRow order={order} now={list.now} today={list.today} timeZone={timeZone} />
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  )
}
