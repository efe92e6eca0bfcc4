const IDLE_MS = 60_000

// Invented: a limit by whole seconds and shops. The platform publishes no number and no window.
/** So many calls in each second of real time for each shop; what comes above is refused. */
export class CallLimiter {
  private readonly windows = new Map<string, { second: number; calls: number }>()

  isOver(subject: string, callsPerSecond: number, nowMs = Date.now()): boolean {
    if (callsPerSecond === 0) return false
    const second = Math.floor(nowMs / 1000)
    const window = this.windows.get(subject)
    if (!window || window.second !== second) {
      if (this.windows.size > 1000) this.dropIdle(second)
      this.windows.set(subject, { second, calls: 1 })
      return false
    }
    window.calls += 1
    return window.calls > callsPerSecond
  }

  private dropIdle(second: number) {
    for (const [subject, window] of this.windows)
      if (window.second < second - IDLE_MS / 1000) this.windows.delete(subject)
  }
}
