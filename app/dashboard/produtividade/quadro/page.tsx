import { pageTitle } from '@/app/dashboard/page-title'
import { BoardScreen } from '@/components/insight/productivity/board-screen'
import { getBoardFor } from '@/lib/insight/productivity/views'
import { productivityPage } from '../productivity-page'

export const generateMetadata = pageTitle('productivityBoard')

export default productivityPage(
  async ({ member, searchParams }) => <BoardScreen view={await getBoardFor(member, searchParams)} />,
  ['productivity'],
)
