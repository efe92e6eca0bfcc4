const shown = new WeakSet<object>()

/** A component that shows a failure in place marks it here; unmarked ones are shown by a toast. */
export const markShown = (failure: object) => void shown.add(failure)
export const wasShown = (failure: object) => shown.has(failure)
