import 'server-only'
import { createUIMessageStream, createUIMessageStreamResponse } from 'ai'
import type { Member } from '@/lib/identity/auth/member'
import { UserError } from '@/lib/core/errors'
import { answer, chooseAnswerer, type Chunk } from './answer'
import type { AssistantMessage } from './contract'
import { costMicrosOf, limitQuestions } from './limits'
import { addSaid, partsOf } from './parts'
import type { QuestionInput } from './schema'
import { openQuestion, saveAnswer, saveSoFar } from './threads'
import { logUnexpected } from './unexpected'
import { assistantFor } from './viewer'

/** A compression on the way would hold the first words back. */
const headers = { 'cache-control': 'private, no-store, no-transform', 'x-content-type-options': 'nosniff' }

/** One question of a member, answered as a stream and stored with its answer; a closed connection ends it. */
export async function streamAnswer(
  member: Member,
  input: QuestionInput,
  signal: AbortSignal,
  deadlineMs?: number,
): Promise<Response> {
  if (input.organizationId !== member.organizationId) throw new UserError('organizationChanged')
  const viewer = assistantFor({ ...member, language: input.language })
  const answerer = await chooseAnswerer(viewer)
  await limitQuestions(viewer, answerer.source)
  const { threadId, answerId, history } = await openQuestion(viewer, input, answerer.source)
  const { source } = answerer
  const stream = createUIMessageStream<AssistantMessage>({
    onError: logUnexpected,
    execute: async ({ writer }) => {
      const said: Chunk[] = []
      const kept = keepAsSaid(said, (parts) => saveSoFar(viewer, answerId, parts))
      const write = (chunk: Chunk) => {
        addSaid(said, chunk)
        writer.write(chunk)
        kept.noted(chunk)
      }
      write({ type: 'start', messageId: answerId, messageMetadata: { threadId, source, state: 'streaming' } })
      const { suggestions, ...end } = await answer(
        answerer,
        { viewer, question: input.question, history, threadId, signal, ...(deadlineMs && { deadlineMs }) },
        write,
      ).catch((error: unknown) => {
        logUnexpected(error)
        return { state: 'failed', failure: 'unexpected', tokens: { input: 0, output: 0 }, suggestions: [] } as const
      })
      await kept.settled()
      await saveAnswer(viewer, answerId, await partsOf(said), end)
      const { state, failure, tokens } = end
      write({
        type: 'finish',
        messageMetadata: {
          threadId,
          source,
          state,
          failure,
          tokens: tokens.input + tokens.output,
          costMicros: String(costMicrosOf(tokens)),
          ...(suggestions?.length && { suggestions: [...suggestions] }),
        },
      })
    },
  })
  return createUIMessageStreamResponse({ stream, headers })
}

const EVERY_MS = 2000

/** Keeps what has been said so far, at each step and every two seconds: a process that ends takes little of it with it. */
function keepAsSaid(said: readonly Chunk[], keep: (parts: AssistantMessage['parts']) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve<unknown>(undefined)
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // A failure here is repeated at the end, or reported there.
    saving = saving.then(async () => keep(await partsOf(said))).catch(logUnexpected)
  }
  return {
    noted: ({ type }: Chunk) => {
      if (type === 'finish-step') save()
      else if (type !== 'start' && type !== 'finish') timer ??= setTimeout(save, EVERY_MS)
    },
    settled: () => {
      clearTimeout(timer)
      return saving
    },
  }
}
