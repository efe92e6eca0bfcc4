'use client'

import { PickAll, PickBox } from '@/components/sales/order-list/picks'
import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { cellClass, RowControl, RowLink, Table, Tbody, Th, Thead } from '@/components/ui/table'
import { ordersPath } from '@/lib/sales/orders/filters'

/** The cells of a list's row, in the reader's words: the server writes them, and sends nothing else of the order. */
export type OrderCells = {
  id: string
  code: string
  version: number
  placed: string
  /** The product's own code, where the marketplace has another. */
  ownCode?: string
  title: string
  more?: string
  about?: string
  units: string
  value: string
  /** Left out with their columns. */
  net?: string
  margin?: string
  isEstimated?: boolean
  isLoss?: boolean
  /** Why there is a dash, for who cannot see that. */
  marginUnknown?: string
  stage: string
  tone: Tone
  notes?: { text: string; tone?: 'bad' | 'warn' }[]
}
type Labels = Record<'title' | 'order' | 'items' | 'units' | 'value' | 'status' | 'estimated' | 'pick', string>
/** `back`: the query by which an order's page leads back to this place in the list. */
type OrderRowsProps = {
  rows: OrderCells[]
  labels: Labels & { net?: string; margin?: string }
  back: string
  isPicked: boolean
}

const noteTones = { bad: 'font-medium whitespace-nowrap text-bad', warn: 'font-medium text-warn' }
const figure = { numeric: true, labelled: true }
const looks = {
  row: 'list-row has-[input:checked]:bg-accent-soft',
  pick: cellClass({ narrow: true }),
  order: cellClass({ primary: true }),
  orderFirst: cellClass({ primary: true, className: 'max-md:col-start-1!' }),
  items: cellClass({ className: '@xl:w-full @xl:max-w-0' }),
  wideFigure: cellClass({ ...figure, wide: true }),
  value: cellClass({ ...figure, className: 'font-medium' }),
  figure: cellClass(figure),
  stage: cellClass({ className: 'max-md:mt-1' }),
}

/**
 * The table is drawn from plain texts in one component: as elements of the server, its rows would cross to the browser one by one,
 * each in a hidden table of its own until a script moved it.
 */
export function OrderRows({ rows, labels, back, isPicked }: OrderRowsProps) {
  return (
    <Table label={labels.title} className="border-t border-line">
      <Thead>
        {isPicked && (
          <Th narrow>
            <PickAll shown="column" />
          </Th>
        )}
        <Th className="md:min-w-48">{labels.order}</Th>
        <Th className="md:min-w-44">{labels.items}</Th>
        <Th numeric>{labels.units}</Th>
        <Th numeric>{labels.value}</Th>
        {labels.net && <Th numeric>{labels.net}</Th>}
        {labels.margin && <Th numeric>{labels.margin}</Th>}
        <Th>{labels.status}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <tr key={row.id} role="row" className={looks.row}>
            {isPicked && (
              <td role="cell" className={looks.pick}>
                <RowControl>
                  <PickBox id={row.id} label={`${labels.pick} ${row.code}`} />
                </RowControl>
              </td>
            )}
            <td role="cell" className={isPicked ? looks.order : looks.orderFirst}>
              <RowLink href={`${ordersPath}/${row.id}${back}`} className="whitespace-nowrap">
                {row.code}
              </RowLink>
              <span className="list-note tabular-nums @xl:max-w-56 @xl:truncate">
                {row.placed}
                {row.ownCode && <span className="@xl:hidden">{` · ${row.ownCode}`}</span>}
              </span>
            </td>
            <td role="cell" className={looks.items}>
              {/* Two lines stand beside the two of the order. */}
              <span className={row.about ? 'line-clamp-2 @xl:line-clamp-1' : 'line-clamp-2'}>
                <span className="@xl:hidden">{`${row.units} × `}</span>
                {row.title}
                {row.more && <span className="text-[13px] text-ink-3">{` ${row.more}`}</span>}
              </span>
              {row.about && <span className="list-note truncate">{row.about}</span>}
            </td>
            <td role="cell" data-label={labels.units} className={looks.wideFigure}>
              {row.units}
            </td>
            <td role="cell" data-label={labels.value} className={looks.value}>
              {row.value}
            </td>
            {row.net !== undefined && (
              <td
                role="cell"
                data-label={labels.net}
                className={row.margin === undefined ? looks.figure : looks.wideFigure}
              >
                {row.isEstimated ? (
                  <span className="list-value">
                    {row.net}
                    <span className="block text-xs text-ink-3">{labels.estimated}</span>
                  </span>
                ) : (
                  row.net
                )}
              </td>
            )}
            {row.margin !== undefined && (
              <td role="cell" data-label={labels.margin} className={looks.figure}>
                {marginOf(row)}
              </td>
            )}
            <td role="cell" className={looks.stage}>
              <Badge tone={row.tone}>{row.stage}</Badge>
              {row.notes?.map(({ text, tone }) => (
                <span key={text} className={classNames('list-note', tone ? noteTones[tone] : 'whitespace-nowrap')}>
                  {text}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Tbody>
    </Table>
  )
}

function marginOf({ margin, isLoss, marginUnknown }: OrderCells) {
  if (isLoss)
    return (
      <span className="list-value">
        <span className="font-medium text-bad">{margin}</span>
      </span>
    )
  if (marginUnknown === undefined) return margin
  return (
    <span className="list-value">
      {margin}
      <span className="sr-only">{marginUnknown}</span>
    </span>
  )
}
