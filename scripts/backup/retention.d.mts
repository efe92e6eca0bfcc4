/** Removes the oldest backups but so many, with what only they needed. */
export function removeOld(options: { backups: string; systemId: string; store: string; keep: number }): void
