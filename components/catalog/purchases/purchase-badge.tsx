import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { PurchaseStatus } from '@/lib/generated/prisma/enums'

const tones: Record<PurchaseStatus, Tone> = {
  draft: 'neutral',
  sent: 'accent',
  partly_received: 'warn',
  received: 'good',
  cancelled: 'neutral',
}

export function PurchaseBadge({ status }: { status: PurchaseStatus }) {
  const t = useTranslations('purchases.list.statuses')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}
