const minuteMs = 60_000

type Passed = { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number }

/** In the largest unit that is full; clocks that disagree a little read as now. */
export function timePassed(since: Date, now: Date): Passed {
  const minutes = Math.floor((now.getTime() - since.getTime()) / minuteMs)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}

type Left = { unit: 'seconds' | 'minutes' | 'hours'; count: number }

/** Beyond ten minutes by fives: it is an estimate, and one that moves with every page reads as a guess. */
export function timeLeft(seconds: number): Left {
  if (seconds < 60) return { unit: 'seconds', count: Math.max(1, Math.round(seconds)) }
  const exact = Math.ceil(seconds / 60)
  const minutes = exact > 10 ? Math.ceil(exact / 5) * 5 : exact
  return minutes < 90 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.round(minutes / 60) }
}
