import { z } from 'zod'
import { channels, noticeKinds } from './kinds'

/** The hour of the morning's summary, until the person chooses another. */
export const MORNING_HOUR = 7

export const notificationsPath = '/dashboard/notifications'

export const setNoticePreferenceInput = z.object({
  kind: z.enum(noticeKinds),
  channel: z.enum(channels),
  on: z.boolean(),
  /** On the company's clock; only of the morning's summary. */
  hour: z.int().min(0).max(23).optional(),
})
export type SetNoticePreferenceInput = z.output<typeof setNoticePreferenceInput>

/** Null: all of them. */
export const markNoticesReadInput = z.object({ ids: z.array(z.uuid()).max(100).nullable() })
export type MarkNoticesReadInput = z.output<typeof markNoticesReadInput>
