/** The platform's figures of a shop's performance, in the order in which they are shown. */
export const healthMarks = [
  'penaltyPoints',
  'lateShipmentRate',
  'nonFulfilmentRate',
  'preparationDays',
  'lateOrders',
  'blockedListings',
] as const
export type HealthMark = (typeof healthMarks)[number]
