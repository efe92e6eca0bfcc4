import 'server-only'
import { UserError } from '../errors'

// One thread of the pool is left for files and names while passwords are computed on the others.
const AT_ONCE = 3
const WAITING = 100

let running = 0
const waiting: (() => void)[] = []

/** Runs costly work a few at a time; past a bounded line of callers, `tooManyRequests`. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new UserError('tooManyRequests')
    // Who is called takes over the caller's place, so that nobody new slips in between.
    await new Promise<void>((called) => waiting.push(called))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
