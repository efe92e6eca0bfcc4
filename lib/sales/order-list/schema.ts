import { z } from 'zod'
import { orderListPath } from '../orders/filters'
import { orderStatuses } from '../orders/schema'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

export const papersPath = `${orderListPath}/impressao`
export const paperKinds = ['slips', 'picking'] as const
export type PaperKind = (typeof paperKinds)[number]

/** More than these go in several calls, so that progress can be reported. */
export const changedAtOnce = 20
export const maxViewNameChars = 60
export const maxViews = 50
/** The list that a saved view belongs to. */
export const orderListKey = 'orders'

export const changeStatusesInput = z.object({
  orders: z
    .array(z.strictObject({ id: z.uuid(), version: recordVersion }))
    .min(1)
    .max(changedAtOnce),
  to: z.enum(orderStatuses),
})
export type ChangeStatusesInput = z.output<typeof changeStatusesInput>

const name = plainText({
  min: 1,
  max: maxViewNameChars,
  missing: 'orders.desk.views.nameMissing',
  long: 'orders.fields.tooLong',
})

/** The filter as the list's address carries it. */
const query = z.string().max(10_000)

export const saveViewInput = z.object({ name, query, shared: z.boolean() })
export type SaveViewInput = z.output<typeof saveViewInput>
export const changeViewInput = saveViewInput.partial().extend({ id: z.uuid() })
export type ChangeViewInput = z.output<typeof changeViewInput>
export const deleteViewInput = z.object({ id: z.uuid() })
export type DeleteViewInput = z.output<typeof deleteViewInput>
/** Null: the list opens with all orders again. */
export const setDefaultViewInput = z.object({ viewId: z.uuid().nullable() })
export type SetDefaultViewInput = z.output<typeof setDefaultViewInput>
