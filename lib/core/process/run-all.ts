import 'server-only'

/** Runs each in turn, also after one that failed; what failed is thrown at the end. */
export async function runAll(runs: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const run of runs) await run().catch((error: unknown) => errors.push(error))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${runs.length} failed`)
}
