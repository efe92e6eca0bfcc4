import type { CaseFrame } from '@/lib/money/cases/views'
import type { SettlementView } from '@/lib/money/reconciliation/views'
import { SettlementDetail } from './settlement-detail'

type BesideDetailProps = { settlement: SettlementView | null; frame: CaseFrame; timeZone: string }

/** The chosen order, over the list. */
export function BesideDetail({ settlement, frame, timeZone }: BesideDetailProps) {
  if (!settlement) return null
  return <SettlementDetail key={settlement.id} settlement={settlement} frame={frame} timeZone={timeZone} isBeside />
}
