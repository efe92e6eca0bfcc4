import 'server-only'
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessageChunk } from 'ai'
import { z } from 'zod'
import { serverFunction } from '../functions/contract'
import { newId } from '@/lib/core/ids'
import { plainText } from '@/lib/core/text/text'
import { withAddresses } from '../tools/addresses'
import { viewerOf } from '../tools/viewer'
import { answer, chooseAnswerer, type Answerer } from './answer'
import type { AssistantMessage, ToolOutcome } from './contract'
import { isProposed, isRefusal } from './contract'
import { ANSWER_MS, costMicrosOf, limitQuestions } from './limits'
import { partsOf } from './parts'
import { MOST_QUESTION_CHARACTERS } from './question'
import { logUnexpected } from './unexpected'

/** An answer that ends late still says what it said and cost. */
const GRACE_MS = 5_000

/** One question without a conversation: nothing is kept of it but its cost, and nothing can be proposed. */
export const answerWithin = (deadlineMs: number) =>
  serverFunction({
    name: 'gemini',
    description:
      'Asks the assistant one question about the company. Answers with the text and what was looked up, by Gemini where there is a key and the token is of scope write (the model costs the company money), else by rules without AI; "source" says by which and "localBecause" why not by Gemini: noKey, dayUsed or tokenReads. With "stream" as server-sent events of the AI SDK\'s message stream.',
    permission: 'assistant.ask',
    changes: false,
    deadlineMs: deadlineMs + GRACE_MS,
    streams: 'text/event-stream',
    schema: z.object({
      question: plainText({ min: 1, max: MOST_QUESTION_CHARACTERS }),
      stream: z.boolean().default(false),
    }),
    run: async (caller, { question, stream }, signal) => {
      const viewer = viewerOf(caller)
      const answerer: Answerer =
        caller.scope === 'read' ? { source: 'local', why: 'tokenReads' } : await chooseAnswerer(viewer)
      await limitQuestions(viewer, answerer.source)
      const message: AssistantMessage = { id: newId(), role: 'user', parts: [{ type: 'text', text: question }] }
      const give = (write: (chunk: UIMessageChunk) => void) =>
        answer(answerer, { viewer, question, history: [message], threadId: null, signal, deadlineMs }, write)
      const by = { source: answerer.source, localBecause: answerer.source === 'local' ? answerer.why : null }
      if (stream) return streamed(by, give)
      const said: UIMessageChunk[] = []
      const { state, failure, tokens } = await give((chunk) => void said.push(chunk))
      const parts = await partsOf(said)
      return {
        ...by,
        state,
        failure,
        tokens: tokens.input + tokens.output,
        costMicros: String(costMicrosOf(tokens)),
        text: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
        consulted: parts.flatMap((part) => {
          if (!part.type.startsWith('tool-') || !('output' in part) || part.state !== 'output-available') return []
          return {
            tool: part.type.slice('tool-'.length),
            input: part.input,
            answer: addressed(part.output as ToolOutcome),
          }
        }),
      }
    },
  })

export const geminiFunction = answerWithin(ANSWER_MS)

const addressed = (outcome: ToolOutcome) =>
  isRefusal(outcome) || isProposed(outcome) ? outcome : withAddresses(outcome)

function streamed(
  by: { source: 'gemini' | 'local'; localBecause: string | null },
  give: (write: (chunk: UIMessageChunk) => void) => Promise<{ state: string; failure: string | null }>,
): Response {
  const stream = createUIMessageStream({
    onError: logUnexpected,
    execute: async ({ writer }) => {
      writer.write({ type: 'start', messageMetadata: by })
      const { state, failure } = await give((chunk) => writer.write(chunk))
      writer.write({ type: 'finish', messageMetadata: { source: by.source, state, failure } })
    },
  })
  return createUIMessageStreamResponse({ stream, headers: { 'cache-control': 'private, no-store, no-transform' } })
}
