import { keepInProcess } from '@/lib/core/process/process-state'

const TOLERATED_MS = 60_000
const offsets = keepInProcess(new Map<string, number>())

/**
 * The platform takes timestamps within five minutes of its own clock; its answers show a host how far its clock is off.
 */
export const platformSeconds = (host: string): number => Math.floor((Date.now() + (offsets.get(host) ?? 0)) / 1000)

/** Remembers how far the platform's clock is from ours. Answers whether that changes what will be sent. */
export function learnClock(host: string, dateHeader: string | undefined): boolean {
  const theirs = dateHeader ? Date.parse(dateHeader) : NaN
  if (Number.isNaN(theirs)) return false
  const offset = theirs - Date.now()
  const before = offsets.get(host) ?? 0
  const after = Math.abs(offset) > TOLERATED_MS ? offset : 0
  offsets.set(host, after)
  return Math.abs(after - before) > TOLERATED_MS
}
