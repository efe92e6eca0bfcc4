import type { UIMessage } from 'ai'
import type { AnswerSource, AnswerState } from '@/lib/generated/prisma/enums'
import type { ReportedError } from '@/lib/core/errors'
import type { Proposed } from '../proposals/propose'
import type { ToolAnswer } from '../tools/contract'
import type messages from '@/messages/pt-BR.json'

export type { AnswerSource, AnswerState }

/** Why an answer ended before its time; a key of `assistant.failures`. */
export type AnswerFailure = keyof (typeof messages)['assistant']['failures']
/** Why the rules answer in the model's place. */
export type LocalReason = 'noKey' | 'dayUsed'

/** The metadata of an answer beside its parts. */
export type AnswerMetadata = {
  threadId: string
  source: AnswerSource
  state: AnswerState
  failure?: AnswerFailure | null
  tokens?: number
  costMicros?: string
  /** Questions that the rules do answer, where they did not answer this one. */
  suggestions?: string[]
}
export type AssistantMessage = UIMessage<Partial<AnswerMetadata>>

/** The result of a tool: an answer, a draft, or a refusal. It is stored in the message as it was. */
export type ToolOutcome = ToolAnswer | Proposed | ReportedError

export const isRefusal = (outcome: ToolOutcome): outcome is ReportedError => 'error' in outcome
export const isProposed = (outcome: ToolOutcome): outcome is Proposed => 'diff' in outcome
