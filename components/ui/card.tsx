import type { ReactNode } from 'react'
import { classNames } from './class-names'

type CardProps = {
  children: ReactNode
  className?: string
  as?: 'div' | 'section' | 'article' | 'li'
  flush?: boolean
  id?: string
}

/** `flush` leaves the padding out, for a table or list that reaches the edges. */
export function Card({ children, className, as: Element = 'section', flush, id }: CardProps) {
  return (
    <Element
      id={id}
      data-card
      className={classNames(
        'min-w-0 rounded-card border border-line bg-surface shadow-card',
        flush ? 'overflow-clip' : 'p-4',
        className,
      )}
    >
      {children}
    </Element>
  )
}

type CardHeaderProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  level?: 2 | 3
  className?: string
  id?: string
}

export function CardHeader({ title, description, actions, level = 2, className, id }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={classNames('flex flex-wrap items-start justify-between gap-x-4 gap-y-3', className)}>
      <div className={classNames('min-w-0', Boolean(actions) && 'max-w-2xl')}>
        <Heading id={id} className="text-[15px] font-title">
          {title}
        </Heading>
        {description && <p className="mt-0.5 text-[13px] text-ink-3">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
