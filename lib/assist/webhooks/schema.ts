import { z } from 'zod'
import { passwordAgain } from '@/lib/identity/auth/schema'

/** The events that an address may choose. */
export const webhookKinds = [
  'order.created',
  'order.updated',
  'stock.changed',
  'payout.changed',
  'case.opened',
  'case.changed',
] as const
export type WebhookKind = (typeof webhookKinds)[number]
export const TEST_KIND = 'test'

export const MOST_ENDPOINTS = 10
/** How long the former secret also signs after a change. */
export const OVERLAP_HOURS = 24
/** Days without a delivery after which an address is disabled. */
export const DAYS_TO_DISABLE = 3
export const DELIVERIES_KEPT_DAYS = 30

const url = z
  .string()
  .trim()
  .min(1, 'apis.webhooks.form.urlMissing')
  .max(500)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'apis.webhooks.form.urlInvalid')
const kinds = z.array(z.enum(webhookKinds)).min(1, 'apis.webhooks.form.kindsMissing').max(webhookKinds.length)

export const createWebhookInput = z.object({ url, kinds, password: passwordAgain })
export type CreateWebhookInput = z.output<typeof createWebhookInput>

export const webhookInput = z.object({ id: z.uuid() })
export type WebhookInput = z.output<typeof webhookInput>

export const updateWebhookInput = webhookInput.extend({ url, kinds, password: passwordAgain })
export type UpdateWebhookInput = z.output<typeof updateWebhookInput>

export const setWebhookStateInput = webhookInput.extend({ state: z.enum(['active', 'paused']) })
export type SetWebhookStateInput = z.output<typeof setWebhookStateInput>

export const sendAgainInput = z.object({ deliveryId: z.uuid() })
export type SendAgainInput = z.output<typeof sendAgainInput>
