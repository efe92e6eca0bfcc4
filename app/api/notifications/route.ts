import { answerJson, memberRoute } from '@/app/api/member-route'
import { getLatestFor } from '@/lib/insight/notifications/queries'

/** What the bell shows: how many are unread, and the latest. */
export const GET = memberRoute('ownAccount', async ({ member }) => answerJson(await getLatestFor(member)))
