/** The platform's own time: the real one plus what the admin has moved it forward ("days later"). */
export class Clock {
  constructor(private offsetSeconds = 0) {}

  setOffset(offsetSeconds: number) {
    this.offsetSeconds = offsetSeconds
  }

  get offset(): number {
    return this.offsetSeconds
  }

  /** UNIX seconds, the platform's unit of time everywhere. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.offsetSeconds
  }
}
