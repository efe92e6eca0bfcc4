/** Section 9 of the specification, and the deadlines of a call and of a file that the page holds. Everything in the browser that waits reads it here. */
export const clientSettings = {
  mobileBreakpointPx: 768,
  cache: { staleTimeMs: 5 * 60_000, keptMs: 30 * 60_000, retries: 1 },
  tooltip: { delayMs: 700, skipDelayMs: 300 },
  toast: { limit: 1, durationMs: 5_000 },
  actionDeadlineMs: 15_000,
  fileDeadlineMs: 5 * 60_000,
} as const
