const MESSAGES = [/^Unexpected end of form$/, /^Failed to parse body as FormData\.$/, /\bJSON\b.* at position \d+/]
const READERS = /next[/\\]dist[/\\]compiled[/\\]next-server|node:internal[/\\]deps[/\\]undici/
const OURS = /[/\\]\.next[/\\]/

/** The framework could not read what a caller sent as an action: the caller's fault, thrown before any code of ours. */
export const isMalformedRequest = (error: unknown): boolean =>
  error instanceof Error &&
  MESSAGES.some((message) => message.test(error.message)) &&
  READERS.test(error.stack ?? '') &&
  !OURS.test(error.stack ?? '')
