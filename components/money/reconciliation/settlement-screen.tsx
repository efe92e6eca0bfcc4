import { useTranslations } from 'next-intl'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { reconciliationPath } from '@/lib/money/cases/tabs'
import type { CaseFrame } from '@/lib/money/cases/views'
import type { SettlementView } from '@/lib/money/reconciliation/views'
import { SettlementDetail } from './settlement-detail'

type SettlementScreenProps = { settlement: SettlementView; frame: CaseFrame; timeZone: string }

export function SettlementScreen({ settlement, frame, timeZone }: SettlementScreenProps) {
  const t = useTranslations('reconciliation')
  return (
    <div className="grid max-w-2xl min-w-0 gap-4">
      <BackLink href={reconciliationPath} label={t('title')} />
      <SettlementDetail settlement={settlement} frame={frame} timeZone={timeZone} />
    </div>
  )
}
