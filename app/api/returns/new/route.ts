import { answerJson, memberRoute } from '@/app/api/member-route'
import { countNewReturnsFor } from '@/lib/sales/returns/new-returns'

/** How many returns have come since a list was read, for the line above it. */
export const GET = memberRoute(
  'dispatch.work',
  async ({ member, request }) =>
    answerJson({ count: await countNewReturnsFor(member, new URL(request.url).searchParams.get('since')) }),
  { isAskedByPage: true },
)
