import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { SMTPServer } from 'smtp-server'
import { confirmAction, registerAction } from '@/lib/identity/auth/actions'
import { floors } from '@/lib/identity/auth/even-time'
import { getMember } from '@/lib/identity/auth/member'
import { env } from '@/lib/core/env'
import { tasks } from '@/lib/worker/task-list'
import { asWorker, jobsPool, withOwner } from '../harnesses/database'
import { clearRequest, cookies } from './next-headers'
import { clearLimits } from '../harnesses/without-limits'

export const PASSWORD = 'trilho lento abre a porta'
export const OTHER_PASSWORD = 'outra frase bem comprida'
/** The emails of the test under way, oldest first. */
export const received: { to: string; source: string }[] = []
/** The floors under the answers of the test under way, in milliseconds: none is waited for. */
export const floorsRequested: number[] = []

/** A mail server for the tests of a file, with a fresh browser and no counted attempts before each. */
export function openMailbox() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString('utf8')))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), source })
        done()
      })
    },
  })
  beforeAll(async () => {
    const port = await new Promise<number>((listening) =>
      server.listen(0, '127.0.0.1', () => listening((server.server.address() as { port: number }).port)),
    )
    env().SMTP_URL = `smtp://127.0.0.1:${port}`
  })
  beforeEach(async () => {
    clearRequest()
    received.length = 0
    floorsRequested.length = 0
    floors.wait = async (ms) => void floorsRequested.push(ms)
    await clearLimits()
    // An email of an earlier file or test that is to be tried again would arrive among those of this one.
    await jobsPool().query('DELETE FROM graphile_worker._private_jobs WHERE locked_by IS NULL')
  })
  afterAll(async () => {
    await new Promise<void>((closed) => server.close(closed))
  })
}

let count = 0
export const newcomer = () => ({
  displayName: 'Ana',
  companyName: 'Loja da Ana',
  email: `ana-${(count += 1)}@example.com`,
  password: PASSWORD,
})

const quiet = new Logger(() => () => undefined)

/**
 * Sends the queued mails as the worker does, until they are written: the library ends its run without waiting for that.
 */
export async function deliver(): Promise<void> {
  await asWorker(() => runOnce({ pgPool: jobsPool(), taskList: tasks, logger: quiet }))
  for (let looks = 0; looks < 400; looks += 1) {
    const { rowCount } = await jobsPool().query('SELECT FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL')
    if (rowCount === 0) return
    await wait(5)
  }
}

/** The token of the email's link to that page. */
export function tokenIn({ source }: { source: string }, path = '/auth/callback'): string {
  const text = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  return new URL(new RegExp(`http://\\S+${path}\\?token=[\\w-]+`).exec(text)![0]).searchParams.get('token')!
}

/** The emails of the test that went to that address, as their reader sees them. */
export const emailsTo = (email: string) => received.filter(({ to }) => to === email).map(readEmail)

function readEmail({ source }: { source: string }) {
  const subject = decodeWords(/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source)![1]!.replace(/\r\n[ \t]/g, ' '))
  const part = (type: string) => {
    const [, head, body] = new RegExp(`Content-Type: ${type}([^]*?)\r\n\r\n([^]*?)\r\n--`).exec(source)!
    return /base64/.test(head!) ? Buffer.from(body!, 'base64').toString() : decodeQuoted(body!)
  }
  return { subject, text: part('text/plain'), html: part('text/html'), source }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )

/** Somebody new who has confirmed their address and is signed in here. */
export async function signUp(person = newcomer()) {
  const { token } = await registerAndRead(person)
  expect(await confirmAction({ token })).toMatchObject({ ok: true })
  received.length = 0
  const member = (await getMember())!
  return { ...person, userId: member.userId, organizationId: member.organizationId }
}

/** The browser under test, to go on as another one and come back. */
export const copyCookies = async () => (await cookies()).getAll()
export async function restoreCookies(jar: Awaited<ReturnType<typeof copyCookies>>) {
  clearRequest()
  for (const { name, value } of jar) (await cookies()).set(name, value)
}

export async function registerAndRead(person = newcomer()) {
  expect(await registerAction(person)).toEqual({ ok: true, data: { to: '/verification' } })
  await deliver()
  // An email of the test before may arrive after its end: this one is the newcomer's.
  return { person, token: tokenIn(received.findLast(({ to }) => to === person.email)!) }
}

export const findUser = async (email: string) =>
  withOwner(async (owner) => (await owner.query('select * from app_user where email = $1', [email])).rows[0])
