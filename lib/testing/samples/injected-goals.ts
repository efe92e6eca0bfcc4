import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '../factories/factories'
import { addOrders, addProduct, addShop } from '../factories/sales'

export const secret = 'SEGREDO-DA-OUTRA'
/** How what is secret may have been written. */
export const secretSpelt = /SEGREDO-DA-OUTRA|7777\.?77/

/** Another company, with the names of its records, a product and a sale that no other company may see. */
export async function makeOtherCompany() {
  const otherCompany = await createTestOrganization(secret)
  const [name, sku] = ['Loja Alheia', 'SKU-ALHEIO']
  const shopId = await addShop(otherCompany, name)
  const productId = await addProduct(otherCompany, sku)
  await addOrders(otherCompany, shopId, [{ at: new Date().toISOString(), cents: 777_777n, productId }])
  const { organizationId } = otherCompany
  await withOrganization(otherCompany, (db) =>
    db.product.updateMany({ where: { organizationId }, data: { title: secret } }),
  )
  return { otherCompany, shops: [shopId, name], products: [productId, sku] }
}
export type OtherCompany = Awaited<ReturnType<typeof makeOtherCompany>>

export const goal = (name: string, input: object) => `GOAL call ${name} ${JSON.stringify(input)}`

/** Tables that an assistant writes by itself: the conversation, its cost, and drafts. Nothing else may change. */
const OWN = ['assistant_message', 'assistant_thread', 'assistant_usage', 'audit_event', 'proposal', 'audit_head']
export const withoutOwn = (marks: Record<string, string>) =>
  Object.fromEntries(Object.entries(marks).filter(([table]) => !OWN.includes(table)))
