import { z } from 'zod'
import { channels, noticeKinds } from './kinds'

export const notificationsPath = '/dashboard/notifications'

export const setNoticePreferenceInput = z.object({
  kind: z.enum(noticeKinds),
  channel: z.enum(channels),
  on: z.boolean(),
})
export type SetNoticePreferenceInput = z.output<typeof setNoticePreferenceInput>

/** Null: all of them. */
export const markNoticesReadInput = z.object({ ids: z.array(z.uuid()).max(100).nullable() })
export type MarkNoticesReadInput = z.output<typeof markNoticesReadInput>
