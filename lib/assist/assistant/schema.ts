import { z } from 'zod'
import { languages } from '@/lib/core/language'
import { plainText } from '@/lib/core/text/text'
import { MOST_QUESTION_CHARACTERS } from './question'

/** A conversation is named after its first question. */
export const TITLE_CHARACTERS = 80

/** The client makes the question's id: a repeated id answers the same question again. */
export const questionInput = z.strictObject({
  organizationId: z.uuid(),
  /** In which the page is shown. */
  language: z.enum(languages),
  threadId: z.uuid().nullable(),
  questionId: z.uuid(),
  question: plainText({ min: 1, max: MOST_QUESTION_CHARACTERS }),
})
export type QuestionInput = z.output<typeof questionInput>

export const renameThreadInput = z.object({
  id: z.uuid(),
  title: plainText({ min: 1, max: 120, missing: 'assistant.threads.titleMissing' }),
})
export type RenameThreadInput = z.output<typeof renameThreadInput>

export const deleteThreadInput = z.object({ id: z.uuid() })
export type DeleteThreadInput = z.output<typeof deleteThreadInput>
