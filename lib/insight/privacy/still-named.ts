/** Where others may name a buyer: `other` is what the platform, programs and dispatch said. */
export const namedPlaces = ['bank', 'conversations', 'drafts', 'tasks', 'other'] as const

/** How many records of each place were left as they were: by words of the buyer's choosing alone that stand in many of them. */
export type StillNamed = { [Place in (typeof namedPlaces)[number]]?: number }

export type ErasedBuyer = { orders: number; stillNamed?: StillNamed }
