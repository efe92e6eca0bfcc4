import 'server-only'
import { z } from 'zod'
import { makeConfirmationLink } from '../../auth/confirmation-link'
import { callGlobal } from '../../db'
import { env } from '../../env'
import { Prisma } from '../../generated/prisma/client'
import { languages } from '../../language'
import { writeLetter } from '../../mail/letter'
import { sendMail } from '../../mail/transport'
import { defineTask } from '../task'

const payload = z.object({
  letter: z.enum(['confirm', 'accountExists']),
  registrationId: z.uuid().optional(),
  userId: z.uuid().optional(),
})

/**
 * Writes and sends a letter about an account. The link is made here and now, so that no readable token waits in the queue;
 * a further attempt makes a further one.
 */
export const sendMailTask = defineTask(payload, async ({ letter, registrationId, userId }) => {
  const [contact] = await callGlobal<Contact>(
    registrationId
      ? Prisma.sql`SELECT email, display_name AS "displayName", language FROM get_registration_contact(${registrationId}::uuid)`
      : Prisma.sql`SELECT email, display_name AS "displayName", language FROM get_user_contact(${userId}::uuid)`,
  )
  if (!contact) return
  const link = registrationId
    ? await makeConfirmationLink(registrationId)
    : new URL('/auth', env().NEXTAUTH_URL).toString()
  if (!link) return
  const language = languages.find((known) => known === contact.language) ?? 'pt'
  await sendMail(writeLetter(letter, { ...contact, language, link }))
})

type Contact = { email: string; displayName: string; language: string }
