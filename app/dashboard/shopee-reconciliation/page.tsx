import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { BesideDetail } from '@/components/money/reconciliation/beside-detail'
import { ReconciliationScreen } from '@/components/money/reconciliation/reconciliation-screen'
import { getCaseFrameFor } from '@/lib/money/cases/views'
import { asId, firstOf } from '@/lib/core/keyset'
import { getReconciliationFor, getSettlementFor } from '@/lib/money/reconciliation/views'

export const generateMetadata = pageTitle('shopeeReconciliation')

export default memberPage(
  'reconciliation.read',
  async ({ member, searchParams }) => {
    const view = await getReconciliationFor(member, searchParams)
    const openId = asId(firstOf(searchParams.open))
    const frame = await getCaseFrameFor(
      member,
      view.page.rows.map(({ id }) => id),
      openId,
    )
    const settlement = openId ? await getSettlementFor(member, openId) : null
    return (
      <>
        {view.page.rows.length === 0 && <NextStep member={member} />}
        <ReconciliationScreen
          view={view}
          frame={frame}
          openId={settlement && openId}
          detail={settlement && <BesideDetail settlement={settlement} frame={frame} timeZone={member.timeZone} />}
        />
      </>
    )
  },
  ['cases', 'reconciliation', 'exports', 'orders.filters', 'fees.programmes', 'fees.rules.partKinds'],
)
