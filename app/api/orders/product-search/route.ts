import { answerJson, memberRoute } from '../../member-route'
import { searchProductsFor } from '@/lib/sales/orders/search-products'

export const GET = memberRoute('order.create', async ({ member, request }) =>
  answerJson(await searchProductsFor(member, new URL(request.url).searchParams)),
)
