import 'server-only'
import { convertToModelMessages, type UIMessageChunk } from 'ai'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { getProviderKey, type ProviderKey } from '@/lib/identity/organization-keys/keys'
import type { ToolViewer } from '../tools/contract'
import type { AnswerFailure, AnswerMetadata, AssistantMessage, LocalReason } from './contract'
import { failureOf } from './failures'
import { askModel } from './gemini'
import { countUsage, isDayUsed, MOST_CALLS, readUsage, settleTokens } from './limits'
import { answerLocally } from '../answers/answer'
import { toolsFor } from './tools'
import type { AnswerEnd } from './threads'

export type Chunk = UIMessageChunk<Partial<AnswerMetadata>>
/** `tokenReads`: a token that only reads asks the rules, since the model costs the company money. */
export type Answerer = { source: 'gemini'; key: ProviderKey } | { source: 'local'; why: LocalReason | 'tokenReads' }

/** The model where there is a key and the day's tokens are not used up; else the rules. */
export async function chooseAnswerer(viewer: ToolViewer): Promise<Answerer> {
  const key = await getProviderKey(viewer, 'gemini')
  if (!key) return { source: 'local', why: 'noKey' }
  const usage = await withOrganization(viewer, (db) => readUsage(db, viewer))
  return (await isDayUsed(viewer, key, usage)) ? { source: 'local', why: 'dayUsed' } : { source: 'gemini', key }
}

export type AssistantQuestion = {
  viewer: ToolViewer
  question: string
  /** The earlier messages, the question last. */
  history: AssistantMessage[]
  threadId: string | null
  signal: AbortSignal
  deadlineMs?: number
}
export type Ended = AnswerEnd & Pick<AnswerMetadata, 'suggestions'>

/** Answers a question part by part; it ends in a state, never by throwing a reportable failure. */
export const answer = (
  answerer: Answerer,
  question: AssistantQuestion,
  write: (chunk: Chunk) => void,
): Promise<Ended> =>
  answerer.source === 'gemini' ? answerByModel(answerer.key, question, write) : answerByRules(question, write)

const NOTHING = { input: 0, output: 0 }

async function answerByRules(
  { viewer, question, signal }: AssistantQuestion,
  write: (chunk: Chunk) => void,
): Promise<Ended> {
  const result = await answerLocally(viewer, question).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    return null
  })
  if (!result) return { state: 'failed', failure: 'rules', tokens: NOTHING }
  if (signal.aborted) return { state: 'stopped', failure: null, tokens: NOTHING }
  for (const { tool, input, answer: output } of result.state === 'answered' ? result.ran : []) {
    const toolCallId = newId()
    write({ type: 'tool-input-available', toolCallId, toolName: tool, input })
    write({ type: 'tool-output-available', toolCallId, output })
  }
  write({ type: 'text-start', id: '0' })
  write({ type: 'text-delta', id: '0', delta: result.text })
  write({ type: 'text-end', id: '0' })
  const suggestions = result.state === 'unanswerable' ? { suggestions: result.suggestions } : {}
  return { state: 'done', failure: null, tokens: NOTHING, ...suggestions }
}

/** The only chunks of a model that are shown and stored: no files, no sources, no thoughts. */
const SHOWN: ReadonlySet<string> = new Set<Chunk['type']>([
  'start-step',
  'finish-step',
  'text-start',
  'text-delta',
  'text-end',
  'tool-input-available',
  'tool-input-error',
  'tool-output-available',
  'tool-output-error',
])

async function answerByModel(
  key: ProviderKey,
  question: AssistantQuestion,
  write: (chunk: Chunk) => void,
): Promise<Ended> {
  const { viewer, history, signal } = question
  const tokens = { ...NOTHING }
  const add = (took: typeof tokens) => {
    tokens.input += took.input
    tokens.output += took.output
  }
  const onTokens = async (took: typeof tokens, beyond: typeof tokens) => {
    add(took)
    await settleTokens(viewer, key, beyond)
  }
  await countUsage(viewer, NOTHING, 1)
  let failure = null as AnswerFailure | null
  let begun = false
  let calls = 0
  const note = (error: unknown) => {
    failure ??= failureOf(error)
    if (!signal.aborted) logger().warn({ failure, status: statusOf(error) }, 'the model did not answer')
  }
  const messages = await convertToModelMessages(history.map(asReported), {
    tools: toolsFor(viewer, question.threadId),
    ignoreIncompleteToolCalls: true,
  })
  const { result, isLate, unsettled, end } = askModel({ ...question, key, messages, onTokens })
  let wrong: unknown
  const onError = (error: unknown) => {
    wrong = error
    return ''
  }
  const shown = { sendStart: false, sendFinish: false, sendReasoning: false, sendSources: false, onError }
  try {
    for await (const chunk of result.toUIMessageStream(shown)) {
      // An invalid input of a tool goes back to the model, and ends nothing.
      if (chunk.type === 'error') note(wrong)
      if (!SHOWN.has(chunk.type)) continue
      if (chunk.type === 'tool-input-available' && ++calls > MOST_CALLS) {
        failure = 'tooManySteps'
        break
      }
      begun ||= chunk.type === 'text-delta'
      write(chunk as Chunk)
    }
  } catch (error) {
    note(error)
  }
  add(unsettled())
  if (isLate()) return { state: 'failed', failure: 'late', tokens }
  if (signal.aborted) return { state: 'stopped', failure: null, tokens }
  failure = failure === 'away' && begun ? 'cut' : (failure ?? end())
  return { state: failure ? 'failed' : 'done', failure, tokens }
}

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : error instanceof Error ? error.name : undefined

/** The model gets only the words of the rules' answers: their calls were not its own and carry no signature. */
const asReported = (message: AssistantMessage): AssistantMessage =>
  message.metadata?.source === 'local'
    ? { ...message, parts: message.parts.filter(({ type }) => type === 'text') }
    : message
