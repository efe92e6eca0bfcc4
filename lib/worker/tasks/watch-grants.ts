import 'server-only'
import { z } from 'zod'
import { watchGrants } from '@/lib/connect/shops/watch-grants'
import type { Task } from '@/lib/core/queue/task'

const schedule = z.object({ _cron: z.object({ ts: z.coerce.date() }) })

/** Every few hours: what the platform lets us into, and until when. */
export const watchGrantsTask: Task = async (payload) =>
  watchGrants(schedule.safeParse(payload).data?._cron.ts ?? new Date())
