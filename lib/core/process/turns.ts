import 'server-only'
import { UserError } from '../errors'

type Turns = { atOnce: number; waiting: number }

/** A line for costly work: it runs a few at a time; past a bounded line of callers, `tooManyRequests`. */
export function makeTurns({ atOnce, waiting }: Turns): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new UserError('tooManyRequests')
      // The next in the queue takes over the caller's place, so that no new caller slips in between.
      await new Promise<void>((called) => line.push(called))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** A line of its own for each key, as for each company: none of them keeps another waiting. */
export function makeTurnsOf(turns: Turns): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { inTurn: ReturnType<typeof makeTurns>; callers: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { inTurn: makeTurns(turns), callers: 0 }
    lines.set(key, line)
    line.callers += 1
    try {
      return await line.inTurn(work)
    } finally {
      line.callers -= 1
      if (line.callers === 0) lines.delete(key)
    }
  }
}
