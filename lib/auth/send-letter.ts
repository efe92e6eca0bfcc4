import 'server-only'
import { withOrganization, type Db } from '../db'
import { env, isLoopback } from '../env'
import { enqueueJob } from '../jobs/task'
import { getHomeOrganization } from './accounts'
import { makeConfirmationLink } from './confirmation-link'

export type Letter = 'confirm' | 'accountExists'

/** `screen`: a fresh installation on its own computer shows the link; `none`: a public one that cannot send mail yet. */
export function mailMode(): 'mail' | 'screen' | 'none' {
  if (env().SMTP_URL) return 'mail'
  return isLoopback(env().NEXTAUTH_URL) ? 'screen' : 'none'
}

/**
 * Has the worker write and send the letter: the answer does not wait for a mail server, so that its time says nothing
 * about the address, and a mail server that is down delays the letter instead of losing it.
 */
export async function enqueueLetter(db: Db, userId: string, letter: Letter): Promise<void> {
  await enqueueJob(db, 'send-mail', { userId, letter }, `${letter}:${userId}`)
}

/** To an account that exists. Answers the link where the screen has to show it. */
export async function sendLetter(userId: string, letter: Letter): Promise<string | undefined> {
  const mode = mailMode()
  if (mode === 'screen' && letter === 'confirm') return makeConfirmationLink(userId)
  const home = mode === 'mail' ? await getHomeOrganization(userId) : null
  if (home) await withOrganization(home, (db) => enqueueLetter(db, userId, letter))
  return undefined
}
