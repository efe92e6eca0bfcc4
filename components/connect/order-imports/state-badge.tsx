import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ImportState } from '@/lib/connect/order-imports/schema'

const tones: Record<ImportState, Tone> = {
  uploaded: 'neutral',
  checking: 'accent',
  ready: 'warn',
  applying: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

type StateBadgeProps = { state: ImportState; of?: 'imports' | 'moneyFiles' }

export function StateBadge({ state, of = 'imports' }: StateBadgeProps) {
  const t = useTranslations(`${of}.state`)
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

type RunHeadingProps = StateBadgeProps & { fileName: string; kind?: string }

/** The name of a file with its state, and its kind below. */
export function RunHeading({ fileName, kind, ...badge }: RunHeadingProps) {
  return (
    <h2 className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-title">
      <span className="min-w-0 break-words">{fileName}</span>
      <StateBadge {...badge} />
      {kind && <span className="w-full text-[13px] font-normal text-ink-2">{kind}</span>}
    </h2>
  )
}
