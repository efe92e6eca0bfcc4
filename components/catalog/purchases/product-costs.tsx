import type { Member } from '@/lib/identity/auth/member'
import { getBuyingFor, getCostHistoryFor } from '@/lib/catalog/purchases/views'
import { BuyingCard } from './buying-card'
import { CostCard } from './cost-card'

/** A product's costs and purchase rules; a kit is neither bought nor has a cost of its own. */
export async function ProductCosts({ member, productId }: { member: Member; productId: string }) {
  const [history, buying] = await Promise.all([getCostHistoryFor(member, productId), getBuyingFor(member, productId)])
  return (
    <>
      {history && <CostCard productId={productId} history={history} />}
      {buying && <BuyingCard key={buying.version} productId={productId} buying={buying} />}
    </>
  )
}
