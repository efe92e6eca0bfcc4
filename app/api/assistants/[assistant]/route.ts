import { isUtf8 } from 'node:buffer'
import { memberRoute } from '@/app/api/member-route'
import { streamAnswer } from '@/lib/assist/assistant/post-question'
import { questionInput } from '@/lib/assist/assistant/schema'
import { UserError } from '@/lib/core/errors'
import { readBody } from '@/lib/core/http/read-body'
import { untilGone } from '@/lib/core/process/stopping'

export const dynamic = 'force-dynamic'

const MOST_BYTES = 32 * 1024

/** A question to the assistant, answered as the AI SDK's stream of a message, by any answerer. */
export const POST = memberRoute('assistant.ask', async ({ member, request, params }) => {
  if (params.assistant !== 'gemini') throw new UserError('notFound')
  const body = await readBody(request, MOST_BYTES)
  const parsed = body && isUtf8(body) ? questionInput.safeParse(jsonOf(body.toString('utf8'))) : null
  if (!parsed?.success) throw new UserError('invalidInput')
  return streamAnswer(member, parsed.data, untilGone(request))
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
