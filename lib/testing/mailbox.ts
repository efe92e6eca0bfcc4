import { Logger, runOnce } from 'graphile-worker'
import { SMTPServer } from 'smtp-server'
import { registerAction } from '../auth/actions'
import { env } from '../env'
import { tasks } from '../jobs/task-list'
import { closeLimits } from '../rate-limit'
import { asWorker, withOwner, workerUrl } from './database'
import { clearRequest } from './next-headers'

export const PASSWORD = 'trilho lento abre a porta'
export const OTHER_PASSWORD = 'outra frase bem comprida'
/** The letters of the test under way, oldest first. */
export const received: { to: string; source: string }[] = []

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
    await withOwner((owner) => owner.query('delete from rate_limit'))
    await closeLimits()
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

/** What the worker does with the letters that wait. */
export const deliver = () => asWorker(() => runOnce({ connectionString: workerUrl(), taskList: tasks, logger: quiet }))

export function tokenIn({ source }: { source: string }): string {
  const text = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  return new URL(/http:\/\/\S+\/auth\/callback\?token=[\w-]+/.exec(text)![0]).searchParams.get('token')!
}

export async function registerAndRead(person = newcomer()) {
  expect(await registerAction(person)).toEqual({ ok: true, data: { to: '/verification' } })
  await deliver()
  return { person, token: tokenIn(received.at(-1)!) }
}

export const findUser = async (email: string) =>
  withOwner(async (owner) => (await owner.query('select * from app_user where email = $1', [email])).rows[0])
