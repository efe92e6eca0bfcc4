import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { SheetScreen } from '@/components/connect/catalogue-sheets/sheet-screen'
import { can } from '@/lib/core/permissions'
import { getSheetView } from '@/lib/connect/catalogue-sheets/views'
import { localDay } from '@/lib/core/dates'

export const generateMetadata = pageTitle('companySheets')

export default memberPage(
  'sheet.import',
  async ({ member, params, searchParams }) => {
    const view = await getSheetView(member, params.id ?? '', { tab: searchParams.tab, after: searchParams.after })
    if (!view) notFound()
    const today = localDay(new Date(), member.timeZone)
    return (
      <>
        <SheetScreen view={view} seesMoney={can(member.role, 'money.read')} today={today} />
        <RecordHistory kind="import" id={params.id!} />
      </>
    )
  },
  ['imports.confirm', 'sheets', 'stock.fields'],
)
