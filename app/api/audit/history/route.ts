import { answerJson, memberRoute } from '../../member-route'
import { listHistoryFor } from '@/lib/insight/audit-log/views'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('audit.read', async ({ member, request }) => {
  const params = new URL(request.url).searchParams
  // It is laid into the open page, which this device may show in another language than the account's.
  const { language } = await getShownPreferences()
  return answerJson(await listHistoryFor({ ...member, language }, params.get('kind') ?? '', params.get('id') ?? ''))
})
