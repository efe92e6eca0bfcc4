import { answerJson, memberRoute } from '@/app/api/member-route'
import { UserError } from '@/lib/core/errors'
import { makePageToken } from '@/lib/assist/functions/page-token'

/** The token by which a page calls functions: asked for with the session's cookie, kept in the page's memory alone. */
export const POST = memberRoute('ownAccount', async ({ member, request }) => {
  if (member.secondFactorMissing) throw new UserError('secondFactorNeeded')
  if (new URL(request.url).searchParams.get('organization') !== member.organizationId)
    throw new UserError('organizationChanged')
  return answerJson(makePageToken(member))
})
