import { describeFunctions } from '@/lib/assist/functions/openapi'

export const dynamic = 'force-dynamic'

/** What functions there are, for programs: names and forms alone, nothing of any company. */
export const GET = (): Response => Response.json(describeFunctions(), { headers: { 'cache-control': 'no-cache' } })
