import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/*
 * Where it has 576 px or more a table, in less (a phone, a narrow card, a dialog) a list of cards: each row a card, each
 * cell a line with its column's name (`label`).
 * The roles are written out because `display` other than table's would take them away.
 */
type TableProps = {
  label: string
  children: ReactNode
  /** The header stays in view below the top bar (from 1024 px; on smaller screens what does not fit scrolls sideways instead). */
  sticky?: boolean
  className?: string
}

export function Table({ label, children, sticky = true, className }: TableProps) {
  return (
    <div className={classNames('@container max-lg:overflow-x-auto', !sticky && 'lg:overflow-x-auto', className)}>
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
      className={classNames(
        'border-b border-line px-3 py-2 text-[13px] font-medium whitespace-nowrap text-ink-2 first:pl-4 last:pr-4',
        'lg:group-data-sticky/table:sticky lg:group-data-sticky/table:top-(--table-top,0px) lg:group-data-sticky/table:z-10 lg:group-data-sticky/table:bg-surface',
        numeric && 'text-right',
        narrow && 'w-px',
        className,
      )}
    />
  )
}

/** `selected` is for rows picked by their checkbox. A RowLink inside makes the whole row open the detail. */
export function Tr({ selected, className, ...rest }: { selected?: boolean } & ComponentProps<'tr'>) {
  return (
    <tr
      role="row"
      {...rest}
      data-selected={selected || undefined}
      className={classNames(
        'relative @max-xl:grid @max-xl:grid-cols-[auto_1fr_auto] @max-xl:gap-y-1 @max-xl:border-b @max-xl:border-line @max-xl:px-4 @max-xl:py-3 @max-xl:last:border-b-0',
        'has-[a[data-row-link]]:hover:bg-sunken/60 data-selected:bg-accent-soft data-selected:hover:bg-accent-soft data-selected:[--ink-3:var(--ink-2)]',
        '[&:last-child>td]:border-b-0',
        className,
      )}
    />
  )
}

type TdProps = Align & {
  /** The column's name, shown beside the value on phones. Without it the cell takes the card's whole width. */
  label?: string
  /** The card's heading on phones. */
  primary?: boolean
  /** Left out on phones. */
  wide?: boolean
} & Omit<ComponentProps<'td'>, 'width'>

export function Td({ numeric, narrow, label, primary, wide, className, children, ...rest }: TdProps) {
  return (
    <td
      role="cell"
      {...rest}
      className={classNames(
        'border-b border-line px-3 py-2.5 align-middle first:pl-4 last:pr-4 @max-xl:border-0 @max-xl:p-0!',
        label && '@max-xl:flex @max-xl:items-baseline @max-xl:justify-between @max-xl:gap-4',
        numeric && 'whitespace-nowrap tabular-nums @xl:text-right',
        narrow
          ? '@max-xl:row-start-1 @max-xl:first:col-start-1 @max-xl:first:pr-2! @max-xl:last:col-start-3 @xl:w-px @xl:whitespace-nowrap'
          : '@max-xl:col-span-full',
        primary && 'font-semibold @max-xl:col-span-1! @max-xl:col-start-2! @max-xl:row-start-1 @max-xl:self-center',
        wide && '@max-xl:hidden',
        className,
      )}
    >
      {label && (
        <span aria-hidden className="shrink-0 text-[13px] font-normal text-ink-3 @xl:hidden">
          {label}
        </span>
      )}
      {label ? <span className="min-w-0 @max-xl:text-right">{children}</span> : children}
    </td>
  )
}

/** Covers its whole row. Other things to click in the row go inside a RowControl. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      data-row-link
      {...rest}
      className={classNames(
        'inline-block min-w-6 py-0.5 text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text',
        className,
      )}
    />
  )
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
