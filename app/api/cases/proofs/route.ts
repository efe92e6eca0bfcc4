import { answerJson, memberRoute } from '../../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { receiveProof } from '@/lib/money/cases/evidence'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('reconciliation.decide', async ({ member, request }) =>
  answerJson(await receiveProof(actorOf(member), request)),
)
