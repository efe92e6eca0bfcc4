import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor, Db } from '../db'

/** Every job names the organization it was added for; enqueue_job puts it there from the transaction's tenant. */
export type JobScope = { organizationId: string }
export type Task = (payload: unknown, helpers: JobHelpers) => Promise<void>

/** A task whose payload is checked before it runs. At least once: a task must be safe to run again. */
export function defineTask<S extends z.ZodObject>(
  schema: S,
  run: (payload: z.output<S> & JobScope, helpers: JobHelpers) => Promise<void>,
): Task {
  const whole = schema.extend({ organizationId: z.uuid() })
  return async (payload, helpers) => run(whole.parse(payload) as z.output<S> & JobScope, helpers)
}

/** Adds a job in the caller's transaction; a job of the same key that still waits is replaced. */
export async function enqueueJob(db: Db, task: string, payload: Record<string, unknown>, key: string | null = null) {
  await db.$executeRaw`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key})`
}

/** As enqueueJob; of one queue a single job runs at a time, so that a company's long work leaves the other workers to others. */
export async function enqueueInTurn(
  db: Db,
  task: string,
  payload: Record<string, unknown>,
  { key, queue }: Record<'key' | 'queue', string>,
) {
  await db.$executeRaw`SELECT enqueue_shop_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${queue})`
}

/** The actor of work that no person does at that moment; the person who asked for it, if any, stays on record. */
export const systemActor = (organizationId: string, userId: string | null = null): Actor => ({
  organizationId,
  userId,
  role: 'owner',
  kind: 'system',
})
