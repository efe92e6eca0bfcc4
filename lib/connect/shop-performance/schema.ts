/** What is kept of how the platform judges a shop, in the order in which it is shown. */
export const healthMarks = [
  'penaltyPoints',
  'lateShipmentRate',
  'nonFulfilmentRate',
  'preparationDays',
  'lateOrders',
  'blockedListings',
] as const
export type HealthMark = (typeof healthMarks)[number]
