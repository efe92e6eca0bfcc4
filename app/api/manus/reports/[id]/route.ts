import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { openReport } from '@/lib/assist/agent-tasks/files'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('assistant.ask', async ({ member, params }) =>
  answerFile(await openReport(member, params.id)),
)
