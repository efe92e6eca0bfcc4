import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { openProof } from '@/lib/money/cases/evidence'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('reconciliation.read', async ({ member, params }) =>
  answerFile(await openProof(member, params.id)),
)
