import { ExclamationTriangleIcon, LockClosedIcon, MagnifyingGlassIcon, SparklesIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Kind = 'first' | 'none' | 'denied' | 'error'

type EmptyStateProps = {
  kind: Kind
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
  reference?: string
  icon?: ReactNode
  level?: 1 | 2 | 3
  className?: string
}

const icons = {
  first: SparklesIcon,
  none: MagnifyingGlassIcon,
  denied: LockClosedIcon,
  error: ExclamationTriangleIcon,
} as const

/** First use, no result, no permission, error: four different states. Title and text have a default for all but `first`. */
export function EmptyState({ kind, title, text, action, reference, icon, level = 2, className }: EmptyStateProps) {
  const t = useTranslations('ui.empty')
  const common = useTranslations('common')
  const Icon = icons[kind]
  const Heading = `h${level}` as const
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={classNames('mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center', className)}
    >
      <div
        aria-hidden
        className={classNames(
          'mb-4 grid size-12 place-items-center rounded-full [&_svg]:size-6',
          kind === 'error' && 'bg-bad-soft text-bad',
          kind === 'first' && 'bg-accent-soft text-accent-text',
          (kind === 'none' || kind === 'denied') && 'bg-sunken text-ink-2',
        )}
      >
        {icon ?? <Icon />}
      </div>
      <Heading className="text-base font-title">{title ?? t(`${kind}.title`)}</Heading>
      <p className="mt-1 text-ink-2">{text ?? t(`${kind}.text`)}</p>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {reference && <p className="mt-4 text-xs text-ink-3 tabular-nums">{common('reference', { id: reference })}</p>}
    </div>
  )
}
