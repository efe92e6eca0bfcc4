import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { CaseState } from '@/lib/generated/prisma/enums'

const tones: Record<CaseState, Tone> = {
  detected: 'warn',
  filed: 'accent',
  in_review: 'accent',
  approved: 'good',
  denied: 'bad',
  paid: 'good',
  expired: 'bad',
  written_off: 'neutral',
}

export function CaseBadge({ state }: { state: CaseState }) {
  const t = useTranslations('cases.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
