import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { SettlementScreen } from '@/components/money/reconciliation/settlement-screen'
import { getCaseFrameFor } from '@/lib/money/cases/views'
import { getSettlementFor } from '@/lib/money/reconciliation/views'

export const generateMetadata = pageTitle('shopeeReconciliation')

export default memberPage(
  'reconciliation.read',
  async ({ member, params }) => {
    const settlement = await getSettlementFor(member, params.id ?? '')
    if (!settlement) notFound()
    const frame = await getCaseFrameFor(member, [], settlement.id)
    return (
      <>
        <SettlementScreen settlement={settlement} frame={frame} timeZone={member.timeZone} />
        {settlement.orderId && <RecordHistory kind="order" id={settlement.orderId} />}
      </>
    )
  },
  ['cases', 'reconciliation.causes', 'reconciliation.detail'],
)
