/** A clock that is set right meanwhile, be it back, counts as time that passed. */
export const msSince = (atMs: number) => Math.abs(Date.now() - atMs)
