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
