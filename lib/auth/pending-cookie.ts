import 'server-only'
import { z } from 'zod'

/** The address that this browser waits to see confirmed, for /verification; with the link itself where no mail can be sent. */
export const pendingCookie = {
  name: 'mascate-pending',
  schema: z.object({ email: z.string(), link: z.string().optional() }),
  seconds: 24 * 60 * 60,
  path: '/',
}
