import 'server-only'
import { z } from 'zod'
import { addressEmail } from '@/lib/insight/notifications/address-email'
import { writeEmail } from '@/lib/core/mail/email'
import { emailSchema } from '@/lib/core/mail/emails'
import { sendMail } from '@/lib/core/mail/transport'
import type { Task } from '@/lib/core/queue/task'

const payload = z.object({ email: emailSchema, organizationId: z.uuid().nullable() })

/**
 * Writes and sends an email. Its link is made here and now, so that no readable token waits in the queue; a further attempt
 * makes a further one.
 */
export const sendMailTask: Task = async (given) => {
  const { email: message, organizationId } = payload.parse(given)
  const content = await addressEmail(message, { organizationId })
  if (content) await sendMail(writeEmail(content.kind ?? message.kind, content))
}
