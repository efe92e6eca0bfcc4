import { describeFunctions } from '@/lib/assist/functions/openapi'

export const dynamic = 'force-dynamic'

/** The list of functions, for programs: names and forms alone, no data of any company. */
export const GET = (): Response => Response.json(describeFunctions(), { headers: { 'cache-control': 'no-cache' } })
