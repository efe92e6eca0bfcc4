/**
 * The outcomes of calls of the webhook address, besides the events that are processed for a shop. The first are pings
 * of the console and genuine events of shops that are not held here; the others are refused.
 */
export const webhookEventOutcomes = [
  'ping',
  'pingOtherKey',
  'strangeShop',
  'noKey',
  'unsigned',
  'appKey',
  'otherKey',
  'unreadable',
  'notWhole',
] as const
export type WebhookEventOutcome = (typeof webhookEventOutcomes)[number]
