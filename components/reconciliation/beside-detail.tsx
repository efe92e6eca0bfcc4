import { useTranslations } from 'next-intl'
import { Card } from '@/components/ui/card'
import type { CaseFrame } from '@/lib/cases/views'
import type { SettlementView } from '@/lib/reconciliation/views'
import { SettlementDetail } from './settlement-detail'

type BesideDetailProps = { settlement: SettlementView | null; frame: CaseFrame; timeZone: string }

/** The chosen order beside the list. */
export function BesideDetail({ settlement, frame, timeZone }: BesideDetailProps) {
  const t = useTranslations('reconciliation.detail')
  if (!settlement)
    return (
      <Card>
        <p className="text-ink-2">{t('choose')}</p>
      </Card>
    )
  return <SettlementDetail key={settlement.id} settlement={settlement} frame={frame} timeZone={timeZone} isBeside />
}
