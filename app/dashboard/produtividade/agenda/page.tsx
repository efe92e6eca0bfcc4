import { pageTitle } from '@/app/dashboard/page-title'
import { AgendaScreen } from '@/components/insight/productivity/agenda-screen'
import { getAgendaFor } from '@/lib/insight/productivity/views'
import { productivityPage } from '../productivity-page'

export const generateMetadata = pageTitle('productivityAgenda')

export default productivityPage(
  async ({ member, searchParams }) => (
    <AgendaScreen agenda={await getAgendaFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['productivity'],
)
