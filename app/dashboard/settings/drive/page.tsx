import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DriveScreen } from '@/components/connect/drive/drive-screen'
import { getDriveFor } from '@/lib/connect/drive/views'

export const generateMetadata = pageTitle('settingsDrive')

export default memberPage(
  'integration.manage',
  async ({ member, searchParams }) => (
    <DriveScreen drive={await getDriveFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['drive', 'security.secondStep'],
)
