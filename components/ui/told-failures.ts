import type { ActionFailure } from './use-action'

const told = new WeakSet<ActionFailure>()

/** Whoever shows a failure where it happened says so here; what nobody showed is told by a toast. */
export const markTold = (failure: ActionFailure) => void told.add(failure)
export const wasTold = (failure: ActionFailure) => told.has(failure)
