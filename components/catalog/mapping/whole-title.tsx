import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/** So many letters stand whole in two lines of the narrowest table. */
const SHORT = 36

type WholeTitleProps = { title: string; className?: string; badges?: ReactNode; children?: ReactNode }

/**
 * A title on two lines and one line about it, within the 56 px of a row; a longer one opens whole by a click, a touch or
 * the keyboard. In a list of cards there is room for more of it at once.
 */
export function WholeTitle({ title, className, badges, children }: WholeTitleProps) {
  const text = (
    <>
      <span className={classNames('line-clamp-2 @xl:text-[13px] @xl:leading-4 group-open:line-clamp-none', className)}>
        {title}
      </span>
      {(badges || children) && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-[13px] text-ink-3 @xl:flex-nowrap @xl:text-xs @xl:leading-4 @xl:group-open:flex-wrap">
          {badges}
          {children && (
            <span className="min-w-0 wrap-anywhere @xl:truncate @xl:group-open:whitespace-normal">{children}</span>
          )}
        </span>
      )}
    </>
  )
  if (title.length <= SHORT) return <span className="block min-w-0">{text}</span>
  return (
    <details className="group min-w-0">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">{text}</summary>
    </details>
  )
}
