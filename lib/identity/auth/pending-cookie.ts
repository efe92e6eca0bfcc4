import 'server-only'
import { z } from 'zod'

/**
 * The address that this browser waits to see confirmed, for /verification; with the link itself where no mail can be sent.
 * The registration is there when this browser made it or knew its password: its link then signs in without asking again.
 */
export const pendingCookie = {
  name: 'mascate-pending',
  schema: z.object({ email: z.string(), registrationId: z.uuid().optional(), link: z.string().optional() }),
  seconds: 24 * 60 * 60,
}
