import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'

const tones: Record<SettlementState, Tone> = {
  to_release: 'neutral',
  released: 'neutral',
  partly_released: 'neutral',
  late: 'warn',
  underpaid: 'bad',
  overpaid: 'accent',
  reconciled: 'good',
  reopened: 'warn',
  unknown_here: 'warn',
  unknown_there: 'warn',
}

/** In a narrow list a long cause takes two lines rather than leave the card. */
const wraps = 'whitespace-normal!'

type CauseBadgeProps = { state: SettlementState; cause: DiscrepancyCause | null; unexplainedCents: bigint }

/** Why an order differs; of one that does not, how far it is. */
export function CauseBadge({ state, cause, unexplainedCents }: CauseBadgeProps) {
  const t = useTranslations('reconciliation')
  if (cause)
    return (
      <Badge tone={tones[state]} className={wraps}>
        {t(`causes.${cause}`)}
      </Badge>
    )
  if (unexplainedCents !== 0n)
    return (
      <Badge tone="accent" className={wraps}>
        {t('unexplained')}
      </Badge>
    )
  return (
    <Badge tone={tones[state]} className={wraps}>
      {t(`states.${state}`)}
    </Badge>
  )
}
