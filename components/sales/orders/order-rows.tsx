'use client'

import { PickBox } from '@/components/sales/order-list/picks'
import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { RowControl, RowLink, Td, Tr } from '@/components/ui/table'

/** The cells of a list's row, in the reader's words: the server writes them, and sends nothing else of the order. */
export type OrderCells = {
  id: string
  href: string
  code: string
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
export type OrderLabels = Record<'units' | 'value' | 'net' | 'margin' | 'estimated' | 'pick', string>
type OrderRowsProps = { rows: OrderCells[]; labels: OrderLabels; isPicked: boolean }

const noteTones = { bad: 'font-medium whitespace-nowrap text-bad', warn: 'font-medium text-warn' }

/**
 * Rows are drawn from plain texts in one component: as elements of the server, fifty of them would cross to the browser one by one,
 * each in a hidden table of its own until a script moved it.
 */
export function OrderRows({ rows, labels, isPicked }: OrderRowsProps) {
  return rows.map((row) => (
    <Tr key={row.id} className="has-[input:checked]:bg-accent-soft">
      {isPicked && (
        <Td narrow>
          <RowControl>
            <PickBox id={row.id} label={`${labels.pick} ${row.code}`} />
          </RowControl>
        </Td>
      )}
      <Td primary className={isPicked ? undefined : 'max-md:col-start-1!'}>
        <RowLink href={row.href} className="whitespace-nowrap">
          {row.code}
        </RowLink>
        <span className="list-note tabular-nums @xl:max-w-56 @xl:truncate">
          {row.placed}
          {row.ownCode && <span className="@xl:hidden">{` · ${row.ownCode}`}</span>}
        </span>
      </Td>
      <Td className="@xl:w-full @xl:max-w-0">
        <span className="line-clamp-2 @xl:line-clamp-1">
          <span className="@xl:hidden">{`${row.units} × `}</span>
          {row.title}
          {row.more && <span className="text-[13px] text-ink-3">{` ${row.more}`}</span>}
        </span>
        {row.about && <span className="list-note truncate">{row.about}</span>}
      </Td>
      <Td numeric wide label={labels.units}>
        {row.units}
      </Td>
      <Td numeric label={labels.value} className="font-medium">
        {row.value}
      </Td>
      {row.net !== undefined && (
        <Td numeric label={labels.net} wide={row.margin !== undefined}>
          {row.isEstimated ? (
            <>
              {row.net}
              <span className="block text-xs text-ink-3">{labels.estimated}</span>
            </>
          ) : (
            row.net
          )}
        </Td>
      )}
      {row.margin !== undefined && (
        <Td numeric label={labels.margin}>
          {marginOf(row)}
        </Td>
      )}
      <Td className="max-md:mt-1">
        <Badge tone={row.tone}>{row.stage}</Badge>
        {row.notes?.map(({ text, tone }) => (
          <span key={text} className={classNames('list-note', tone ? noteTones[tone] : 'whitespace-nowrap')}>
            {text}
          </span>
        ))}
      </Td>
    </Tr>
  ))
}

function marginOf({ margin, isLoss, marginUnknown }: OrderCells) {
  if (isLoss) return <span className="font-medium text-bad">{margin}</span>
  if (marginUnknown === undefined) return margin
  return (
    <span>
      {margin}
      <span className="sr-only">{marginUnknown}</span>
    </span>
  )
}
