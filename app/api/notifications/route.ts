import { UserError } from '@/lib/core/errors'
import { answerJson, memberRoute } from '@/app/api/member-route'
import { getLatestFor } from '@/lib/insight/notifications/queries'

/** The content of the bell: the number of unread notices, and the latest. */
export const GET = memberRoute(
  'ownAccount',
  async ({ member }) => {
    if (member.secondFactorMissing) throw new UserError('secondFactorNeeded')
    return answerJson(await getLatestFor(member))
  },
  { isAskedByPage: true },
)
