import { APICallError, JSONParseError, TypeValidationError } from 'ai'
import type { AnswerFailure } from './contract'

/** The day's tokens were used up between the question and a call of the model. */
export class DayUsed extends Error {}

/** The model's failure, in a form for people; its own words stay out of the screen. */
export function failureOf(error: unknown): AnswerFailure {
  if (error instanceof DayUsed) return 'dayUsed'
  if (APICallError.isInstance(error)) return failureOfStatus(error.statusCode, error.responseBody ?? '')
  return JSONParseError.isInstance(error) || TypeValidationError.isInstance(error) ? 'garbled' : 'away'
}

function failureOfStatus(status: number | undefined, body: string): AnswerFailure {
  if (status === undefined) return 'away'
  if (status === 401 || status === 403 || body.includes('API_KEY_INVALID')) return 'keyRefused'
  if (status === 404) return 'modelUnknown'
  if (status === 429) return 'quota'
  if (status >= 500) return 'away'
  return status >= 400 ? 'refused' : 'away'
}

/** How the model ended, where that is not a whole answer. */
export function failureOfEnd(reason: string, raw: string | undefined): AnswerFailure | null {
  if (reason === 'stop') return null
  if (reason === 'length') return 'tooLong'
  if (reason === 'content-filter') return 'blocked'
  if (reason === 'tool-calls') return 'tooManySteps'
  return raw === undefined ? 'cut' : 'garbled'
}
