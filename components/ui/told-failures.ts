const told = new WeakSet<object>()

/** Whoever shows a failure where it happened says so here; what nobody showed is told by a toast. */
export const markTold = (failure: object) => void told.add(failure)
export const wasTold = (failure: object) => told.has(failure)
