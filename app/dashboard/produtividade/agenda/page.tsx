import { pageTitle } from '@/app/dashboard/page-title'
import { AgendaScreen } from '@/components/productivity/agenda-screen'
import { getAgendaFor } from '@/lib/productivity/views'
import { productivityPage } from '../productivity-page'

export const generateMetadata = pageTitle('productivityAgenda')

export default productivityPage(
  async ({ member, searchParams }) => (
    <AgendaScreen agenda={await getAgendaFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['productivity'],
)
