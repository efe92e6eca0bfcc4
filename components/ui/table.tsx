import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/*
 * Where it has 576 px or more a table, in less (a phone, a narrow card, a dialog) a list of cards: each row a card,
 * each cell a line with its column's name (`label`). The roles are written out because `display` other than table's
 * would take them away. Styles of every row have a class of their own (globals.css): written out, its utilities are
 * most of a list's bytes, twice, in the HTML and for React.
 */
type TableProps = {
  label: string
  children: ReactNode
  /** The header stays in view below the top bar (from 1024 px; on smaller screens what does not fit scrolls sideways instead). */
  sticky?: boolean
  /** Nothing in it takes the focus: its frame does, so that the keyboard can scroll it where it is wider than its place. */
  focusable?: boolean
  className?: string
}

export function Table({ label, children, sticky = true, focusable = false, className }: TableProps) {
  return (
    <div
      {...(focusable && { tabIndex: 0, role: 'group', 'aria-label': label })}
      className={classNames(
        '@container max-lg:overflow-x-auto',
        !sticky && 'lg:overflow-x-auto',
        focusable && 'focus-visible:-outline-offset-2',
        className,
      )}
    >
      <table
        role="table"
        aria-label={label}
        data-sticky={sticky || undefined}
        className="group/table w-full border-separate border-spacing-0 text-left @max-xl:block [&_tbody_:is(a,button,input)]:scroll-mt-28"
      >
        {children}
      </table>
    </div>
  )
}

export function Thead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="@max-xl:sr-only">
      <tr role="row">{children}</tr>
    </thead>
  )
}

export function Tbody({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="@max-xl:block">
      {children}
    </tbody>
  )
}

type Align = { numeric?: boolean; narrow?: boolean }

/** `numeric`: right-aligned tabular figures that never wrap. `narrow`: as wide as its content (checkbox, menu). */
export function Th({ numeric, narrow, className, ...rest }: Align & ComponentProps<'th'>) {
  return (
    <th
      role="columnheader"
      scope="col"
      {...rest}
      className={classNames('list-head', numeric && 'text-right', narrow && 'w-px', className)}
    />
  )
}

/** `selected` is for rows picked by their checkbox. A RowLink inside makes the whole row open the detail. */
export function Tr({ selected, className, ...rest }: { selected?: boolean } & ComponentProps<'tr'>) {
  return <tr role="row" {...rest} data-selected={selected || undefined} className={classNames('list-row', className)} />
}

type TdProps = Align & {
  /** The column's name, which the style sheet shows beside the value on phones. Without it the cell takes the card's whole width. */
  label?: string
  /** The card's heading on phones. */
  primary?: boolean
  /** Left out on phones. */
  wide?: boolean
} & Omit<ComponentProps<'td'>, 'width'>

type CellLook = Pick<TdProps, 'numeric' | 'narrow' | 'primary' | 'wide' | 'className'> & { labelled?: boolean }

/** A cell's classes, for lists that draw their cells themselves: fifty rows of `Td` are four hundred components. */
export const cellClass = ({ numeric, narrow, labelled, primary, wide, className }: CellLook) =>
  classNames(
    'list-cell',
    labelled && 'list-cell-labelled',
    numeric && 'list-cell-numeric',
    narrow ? 'list-cell-narrow' : 'list-cell-whole',
    primary && 'list-cell-primary',
    wide && '@max-xl:hidden',
    className,
  )

export function Td({ numeric, narrow, label, primary, wide, className, children, ...rest }: TdProps) {
  return (
    <td
      role="cell"
      data-label={label}
      {...rest}
      className={cellClass({ numeric, narrow, labelled: Boolean(label), primary, wide, className })}
    >
      {label && typeof children !== 'string' ? <span className="list-value">{children}</span> : children}
    </td>
  )
}

/** Covers its whole row. Other things to click in the row go inside a RowControl. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link data-row-link {...rest} className={classNames('list-link', className)} />
}

export function RowControl({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={classNames('relative z-1 flex w-fit items-center @max-xl:mt-1', className)}>{children}</span>
}

type SortLinkProps = { href: string; direction?: 'asc' | 'desc'; children: ReactNode }

/** Inside a Th that carries aria-sort. */
export function SortLink({ href, direction, children }: SortLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      className="inline-flex items-center gap-1 text-inherit no-underline hover:text-ink"
    >
      {children}
      <svg aria-hidden viewBox="0 0 10 12" className="h-3 w-2.5" fill="currentColor">
        <path d="M5 0 9 4.5H1z" className={direction === 'asc' ? 'text-ink' : 'opacity-30'} />
        <path d="M5 12 1 7.5h8z" className={direction === 'desc' ? 'text-ink' : 'opacity-30'} />
      </svg>
    </Link>
  )
}
