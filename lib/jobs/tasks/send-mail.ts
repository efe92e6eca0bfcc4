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

const payload = z.object({ userId: z.uuid(), letter: z.enum(['confirm', 'accountExists']) })

/**
 * Writes and sends a letter about an account. The link is made here and now, so that no readable token waits in the queue;
 * a further attempt makes a new one and ends the former.
 */
export const sendMailTask = defineTask(payload, async ({ userId, letter }) => {
  const [contact] = await callGlobal<Contact>(Prisma.sql`
    SELECT email, display_name AS "displayName", language, verified_at AS "verifiedAt" FROM get_user_contact(${userId}::uuid)`)
  if (!contact || (letter === 'confirm' && contact.verifiedAt)) return
  const link =
    letter === 'confirm' ? await makeConfirmationLink(userId) : new URL('/auth', env().NEXTAUTH_URL).toString()
  const language = languages.find((known) => known === contact.language) ?? 'pt'
  await sendMail(writeLetter(letter, { ...contact, language, link }))
})

type Contact = { email: string; displayName: string; language: string; verifiedAt: Date | null }
