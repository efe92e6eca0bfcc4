import { getLocale } from 'next-intl/server'
import { getAccountData } from '@/lib/identity/account/account-data'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { answerFile } from '../answer-file'
import { memberRoute } from '../member-route'

export const dynamic = 'force-dynamic'

const LIMIT = { name: 'account.data', points: 10, seconds: 600 } as const

/** All data about the caller, as a file. */
export const GET = memberRoute('ownAccount', async ({ member }) => {
  await limitCalls(LIMIT, member.userId)
  return answerFile({
    name: 'mascate-account.json',
    type: 'application/json; charset=utf-8',
    content: await getAccountData(member.userId, await getLocale()),
  })
})
