import 'server-only'
import { z } from 'zod'
import { addressLetter } from '@/lib/insight/notifications/address-letter'
import { writeLetter } from '@/lib/core/mail/letter'
import { letterSchema } from '@/lib/core/mail/letters'
import { sendMail } from '@/lib/core/mail/transport'
import type { Task } from '@/lib/core/queue/task'

const payload = z.object({ letter: letterSchema, organizationId: z.uuid().nullable() })

/**
 * Writes and sends a letter. Its link is made here and now, so that no readable token waits in the queue; a further attempt
 * makes a further one.
 */
export const sendMailTask: Task = async (given) => {
  const { letter, organizationId } = payload.parse(given)
  const content = await addressLetter(letter, { organizationId })
  if (content) await sendMail(writeLetter(content.kind ?? letter.kind, content))
}
