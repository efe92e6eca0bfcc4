import 'server-only'
import { headers } from 'next/headers'
import { withOrganization, type Db } from '../db'
import { env, isLoopback } from '../env'
import { enqueueJob } from '../jobs/task'
import { getHomeOrganization } from './accounts'
import { makeConfirmationLink } from './confirmation-link'
import { ownRegistrationId, type Registration } from './registrations'

export type Letter = { letter: 'confirm'; registrationId: string } | { letter: 'accountExists'; userId: string }

/** `screen`: a fresh installation on its own computer shows the link; `none`: a public one that cannot send mail yet. */
export function mailMode(): 'mail' | 'screen' | 'none' {
  if (env().SMTP_URL) return 'mail'
  return isLoopback(env().NEXTAUTH_URL) ? 'screen' : 'none'
}

/**
 * Has the worker write and send the letter: the answer does not wait for a mail server, so that its time says nothing
 * about the address, and a mail server that is down delays the letter instead of losing it.
 */
export async function enqueueLetter(db: Db, letter: Letter): Promise<void> {
  const about = letter.letter === 'confirm' ? letter.registrationId : letter.userId
  await enqueueJob(db, 'send-mail', letter, `${letter.letter}:${about}`)
}

async function mailTo(userId: string, letter: Letter): Promise<void> {
  const home = mailMode() === 'mail' ? await getHomeOrganization(userId) : null
  if (home) await withOrganization(home, (db) => enqueueLetter(db, letter))
}

/** To the holder of a confirmed account. */
export const sendAccountExists = (userId: string) => mailTo(userId, { letter: 'accountExists', userId })

/** By mail; or as a link to show, which only the browser that made the registration gets, on the installation's own computer. */
export async function sendConfirmation({ id, userId }: Registration, email: string): Promise<string | undefined> {
  if (mailMode() !== 'screen') await mailTo(userId, { letter: 'confirm', registrationId: id })
  else if ((await ownRegistrationId(email)) === id) return linkForScreen(id)
  return undefined
}

export async function linkForScreen(registrationId: string): Promise<string | undefined> {
  return mailMode() === 'screen' && (await cameToThisComputer()) ? makeConfirmationLink(registrationId) : undefined
}

/** Best effort, since a client can name any host: what keeps this away from others is that NEXTAUTH_URL is loopback. */
async function cameToThisComputer(): Promise<boolean> {
  const host = (await headers()).get('host')
  return !host || (URL.canParse(`http://${host}`) && isLoopback(`http://${host}`))
}
