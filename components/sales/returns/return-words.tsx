import { useTranslations } from 'next-intl'
import { usePlatformWord } from '@/components/sales/dispatch/use-platform-word'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ReturnRow } from '@/lib/sales/returns/queries'

const tones: Record<ReturnRow['state'], Tone> = {
  open: 'warn',
  accepted: 'accent',
  disputed: 'warn',
  incoming: 'accent',
  arrived: 'warn',
  received: 'good',
  closed: 'neutral',
  cancelled: 'neutral',
}

/** The platform's own word, where a report wrote an unknown one: its codes are written in capitals. */
const unknownWord = (word: string | null) => (word && /\p{Ll}/u.test(word) ? word : null)

export function ReturnState({ state, kind, platformStatus }: Pick<ReturnRow, 'state' | 'kind' | 'platformStatus'>) {
  const t = useTranslations('returns')
  const word = state === 'open' ? unknownWord(platformStatus) : null
  if (word) return <Badge tone="warn">{t('unknownState', { word })}</Badge>
  if (kind === 'lost' && state === 'open') return <Badge tone="bad">{t('lostState')}</Badge>
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
}

const reasons = [
  'NOT_RECEIPT',
  'NON_RECEIPT',
  'WRONG_ITEM',
  'ITEM_DAMAGED',
  'DIFFERENT_DESCRIPTION',
  'MUTUAL_AGREE',
  'OTHER',
  'CHANGE_MIND',
  'ITEM_MISSING',
  'ITEM_FAKE',
  'PHYSICAL_DMG',
  'FUNCTIONAL_DMG',
  'EXPECTATION_FAILED',
] as const

/** In the seller's words where there are some, else as the platform writes it. */
export function ReturnReason({ reason }: { reason: string | null }) {
  const t = useTranslations('returns.reasons')
  const word = usePlatformWord()
  const known = reasons.find((one) => one === reason)
  return known ? t(known) : reason ? word(reason) : '—'
}
