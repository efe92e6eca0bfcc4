const told = new WeakSet<object>()

/** A component that shows a failure in place marks it here; unmarked ones are shown by a toast. */
export const markTold = (failure: object) => void told.add(failure)
export const wasTold = (failure: object) => told.has(failure)
