/** The chosen orders, or all that the filter finds. */
export type Picked = { orderIds: string[] } | { query: string; count: number }
