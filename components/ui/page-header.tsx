import type { ReactNode } from 'react'

type PageHeaderProps = { title: ReactNode; description?: ReactNode; actions?: ReactNode }

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-[22px] leading-7 font-title tracking-[-0.01em]">{title}</h1>
        {description && <p className="mt-1 max-w-prose text-ink-2">{description}</p>}
      </div>
      {actions && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
    </header>
  )
}
