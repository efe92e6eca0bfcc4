import { pageTitle } from '@/app/dashboard/page-title'
import { ProductivityScreen } from '@/components/insight/productivity/productivity-screen'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { getProductivityHubFor } from '@/lib/insight/productivity/views'
import { productivityPage } from './productivity-page'

export const generateMetadata = pageTitle('productivity')

export default productivityPage(async ({ member }) => {
  const [hub, attention] = await Promise.all([getProductivityHubFor(member), getAttentionFor(member)])
  return <ProductivityScreen hub={hub} attention={attention} role={member.role} />
})
