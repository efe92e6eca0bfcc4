import type { ReactNode } from 'react'

type ProgressProps = {
  label: string
  /** Left out while the amount of work is not known. */
  value?: number
  max?: number
  /** Counts and time left, in words. */
  detail?: ReactNode
}

export function Progress({ label, value, max = 100, detail }: ProgressProps) {
  const known = value !== undefined && max > 0
  const percent = known ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-[13px]">
        <span className="font-medium">{label}</span>
        {detail && <span className="text-ink-2 tabular-nums">{detail}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={known ? max : undefined}
        aria-valuenow={known ? value : undefined}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        {known ? (
          <div className="h-full rounded-full bg-accent-text transition-[width]" style={{ width: `${percent}%` }} />
        ) : (
          <div className="h-full w-2/5 animate-pulse rounded-full bg-accent-text" />
        )}
      </div>
    </div>
  )
}
