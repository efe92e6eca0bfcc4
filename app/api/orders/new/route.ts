import { answerJson, memberRoute } from '@/app/api/member-route'
import { getOrderNewsFor } from '@/lib/sales/orders/new-orders'

/** How many orders have come or were cancelled since a list was read, for the line above it. */
export const GET = memberRoute(
  'sales.read',
  async ({ member, request }) => {
    const { since = null, ...query } = Object.fromEntries(new URL(request.url).searchParams)
    return answerJson(await getOrderNewsFor(member, since, query))
  },
  { isAskedByPage: true },
)
