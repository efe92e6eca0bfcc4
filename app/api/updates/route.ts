import { answerJson, memberRoute } from '@/app/api/member-route'
import { getLiveMarksFor } from '@/lib/insight/live/marks'

/** An open page asks every few seconds whether there may be something new. */
export const GET = memberRoute('ownAccount', async ({ member }) => answerJson(await getLiveMarksFor(member)), {
  isAskedByPage: true,
})
