import { z } from 'zod'
import { isPlainText } from '@/lib/core/text/text'

/**
 * Manus' answers (API v2), read leniently: what we do not use is not looked at, and a kind of event that we do not know is passed
 * over. Text of theirs is cut to what we keep.
 */
const MAX_TEXT = 50_000
const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').replaceAll('\0', '').slice(0, MAX_TEXT))
const plain = (max: number) => z.string().max(max).refine(isPlainText)
const id = plain(200).min(1)
const [MAX_FORM, MAX_LEVELS] = [20_000, 50]

/** The form of the answer to an action; one that is none, or that no database could keep, is as if there were none. */
const form = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((value) => (value && isKeepable(value) ? value : null))

function isKeepable(value: object): boolean {
  if (!isWithin(value, MAX_LEVELS)) return false
  const json = JSON.stringify(value)
  return json.length <= MAX_FORM && !/\\u(0000|d[89a-f])/.test(json)
}

/** Writing to the database recurses: a deeper value would overflow there. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)))

export const envelopeSchema = z.object({
  ok: z.boolean(),
  error: z.object({ code: plain(100), message: text }).optional(),
})

export const createdSchema = z.object({ task_id: id })
export const uploadSchema = z.object({ file: z.object({ id }), upload_url: z.url().max(8000) })
export const publicKeySchema = z.object({ public_key: z.string().max(8000) })

const attachment = z.object({ filename: text, url: plain(8000) })
const message = z.object({ content: text, attachments: z.array(attachment).nullish() })

const statusDetail = z.object({
  waiting_for_event_id: plain(200).nullish(),
  waiting_for_event_type: plain(100).nullish(),
  waiting_description: text,
  confirm_input_schema: form,
})
const statusUpdate = z.object({
  agent_status: z.enum(['running', 'stopped', 'waiting', 'error']),
  brief: text,
  status_detail: statusDetail.nullish(),
})

const eventSchema = z.object({
  id,
  type: z.string().max(100),
  // In seconds or in milliseconds: the documents show a number alone.
  timestamp: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ])
    .nullish(),
  assistant_message: message.nullish(),
  user_message: message.nullish(),
  error_message: z.object({ content: text }).nullish(),
  status_update: statusUpdate.nullish(),
})
export type ManusEvent = z.output<typeof eventSchema>

export const messagesSchema = z.object({
  messages: z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row): ManusEvent[] => {
      const read = eventSchema.safeParse(row)
      return read.success ? [read.data] : []
    }),
  ),
  has_more: z.boolean().nullish(),
  next_cursor: z.string().max(500).nullish(),
})

/** When it happened; of a time that cannot be, now. */
export function instantOf({ timestamp }: ManusEvent, now = new Date()): Date {
  if (!timestamp) return now
  const at = new Date(timestamp < 100_000_000_000 ? timestamp * 1000 : timestamp)
  return Number.isNaN(at.getTime()) || at > now ? now : at
}
