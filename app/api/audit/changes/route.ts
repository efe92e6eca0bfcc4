import { answerJson, memberRoute } from '../../member-route'
import { listChangesFor } from '@/lib/insight/audit-log/views'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'

export const dynamic = 'force-dynamic'

/** Every role has forms; listChangesFor holds which fields of which records they show. */
export const GET = memberRoute('sales.read', async ({ member, request }) => {
  const params = new URL(request.url).searchParams
  // It is laid into the open page, which this device may show in another language than the account's.
  const { language } = await getShownPreferences()
  return answerJson(await listChangesFor({ ...member, language }, params.get('kind') ?? '', params.get('id') ?? ''))
})
