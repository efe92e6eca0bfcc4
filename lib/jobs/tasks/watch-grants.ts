import 'server-only'
import { z } from 'zod'
import { watchGrants } from '../../shops/watch-grants'
import type { Task } from '../task'

const schedule = z.object({ _cron: z.object({ ts: z.coerce.date() }) })

/** Every few hours: what the platform lets us into, and until when. */
export const watchGrantsTask: Task = async (payload) =>
  watchGrants(schedule.safeParse(payload).data?._cron.ts ?? new Date())
