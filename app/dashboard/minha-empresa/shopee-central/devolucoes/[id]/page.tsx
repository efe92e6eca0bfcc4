import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { ReturnScreen } from '@/components/sales/returns/return-screen'
import { getReturnFor } from '@/lib/sales/returns/views'
import { tabTitle } from '../../tab-title'

export const generateMetadata = tabTitle('returns')

export default memberPage(
  'dispatch.work',
  async ({ member, params }) => {
    const back = await getReturnFor(member, params.id)
    if (!back) notFound()
    return (
      <>
        <ReturnScreen back={back} timeZone={member.timeZone} />
        <RecordHistory kind="order" id={back.orderId} />
      </>
    )
  },
  ['bench', 'returns'],
)
