import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { adoptSettings, readActionIds, root, startProduct } from './product'

// Whether status, body or time tell known e-mails from unknown ones: `npm run bench:enumeration -- --samples 1000`.
// With --address it asks a product that runs already (with TRUSTED_PROXIES=1 and a mail server), whose settings are in the
// environment and whose build is in --build; without, it starts the built one on a database of its own.
const { values: flags } = parseArgs({
  options: {
    samples: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '2' },
    flows: { type: 'string', default: 'sign-in,reset,register,invite' },
    address: { type: 'string' },
    build: { type: 'string', default: '.next' },
  },
})
const samples = Number(flags.samples)
const [port, mailPort] = [3291, 5291]
const PASSWORD = 'trilho lento abre a porta'
const INVITED_BY_ONE = 40

type Kind = 'known' | 'unknown'
type Sample = { status: number; body: string; ms: number }
type Call = { action: string; page: string; sent: unknown[]; cookie?: string }
type Flow = { name: string; call: (email: string, at: number, kind: Kind) => Promise<Call> | Call }

/** With a mail server beside it, that keeps nothing. */
async function startWithMail(): Promise<{ address: string; stop: () => Promise<void> }> {
  const mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => void stream.resume().on('end', done),
  })
  await new Promise<void>((listening) => mails.listen(mailPort, '127.0.0.1', listening))
  const env = { TRUSTED_PROXIES: '1', SMTP_URL: `smtp://127.0.0.1:${mailPort}` }
  const { address, stop } = await startProduct(port, { env })
  return {
    address,
    async stop() {
      await stop()
      await new Promise<void>((closed) => mails.close(() => closed()))
    },
  }
}

/** Uses a product that already runs, from the environment. */
function adoptEnvironment() {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL } = process.env
  Object.assign(process.env, {
    NEXTAUTH_URL: flags.address,
    TEST_DATABASE: JSON.stringify({ template: '', DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL }),
    TEST_DATABASE_NAME: new URL(DATABASE_OWNER_URL!).pathname.slice(1),
    TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL,
  })
}

let networks = 0
/** Each call from a network of its own, so that no limit is what is measured. */
const nextNetwork = () => `2001:db8:${((networks += 1) >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`

async function post(address: string, ids: Map<string, string>, { action, page, sent, cookie }: Call): Promise<Sample> {
  const headers = {
    accept: 'text/x-component',
    'content-type': 'text/plain;charset=UTF-8',
    origin: address,
    'next-action': ids.get(action) ?? '',
    'x-forwarded-for': nextNetwork(),
    cookie: `language=pt; ${cookie ?? ''}`,
  }
  const at = performance.now()
  const answer = await fetch(`${address}${page}`, { method: 'POST', headers, body: JSON.stringify(sent) })
  const body = await answer.text()
  return { status: answer.status, body, ms: performance.now() - at }
}

/** The action's own row of the answer, without ids. The page that may come with it streams in an order of its own. */
const answerIn = (body: string, email: string) =>
  (/^\w+:(\{"ok":.*\})$/m.exec(body)?.[1] ?? body)
    .replaceAll(email, '(e-mail)')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{20,}/g, '(id)')

async function makeFlows(): Promise<{ flows: Flow[]; emails: Map<string, Record<Kind, string[]>> }> {
  const { hashPassword } = await import('../../lib/identity/auth/password')
  const { newId } = await import('../../lib/core/ids')
  const { withOwner } = await import('../../lib/testing/harnesses/database')
  const { createTestOrganization, envelope, signInAs } = await import('../../lib/testing/factories/factories')
  const hash = await hashPassword(PASSWORD)
  const companies = await Promise.all(
    Array.from({ length: Math.ceil((2 * samples) / INVITED_BY_ONE) }, () => createTestOrganization()),
  )
  const cookies: string[] = []
  for (const { owner } of companies) {
    const { cookie } = await signInAs(owner)
    cookies.push(`${cookie.name}=${cookie.value}`)
  }
  const flows: Flow[] = [
    {
      name: 'sign-in',
      call: (email) => ({ action: 'signInAction', page: '/auth', sent: [{ email, password: 'uma frase que não é' }] }),
    },
    { name: 'reset', call: (email) => ({ action: 'requestResetAction', page: '/auth/forgot', sent: [{ email }] }) },
    {
      name: 'register',
      call: (email) => ({
        action: 'registerAction',
        page: '/register',
        sent: [{ displayName: 'Ana', companyName: 'Loja da Ana', email, password: PASSWORD }],
      }),
    },
    {
      name: 'invite',
      call(email, at, kind) {
        const i = Math.floor((2 * at + Number(kind === 'known')) / INVITED_BY_ONE)
        const input = { email, role: 'viewer', legalEntityIds: null }
        const sent = [envelope(companies[i]!), input]
        return { action: 'inviteAction', page: '/dashboard/settings/people', sent, cookie: cookies[i]! }
      },
    },
  ]
  const emails = new Map<string, Record<Kind, string[]>>()
  for (const { name } of flows.filter((flow) => flags.flows.split(',').includes(flow.name))) {
    const [known, unknown] = [0, 1].map(() => Array.from({ length: samples }, () => `${newId()}@example.com`))
    emails.set(name, { known: known!, unknown: unknown! })
    await withOwner((owner) =>
      owner.query(
        `insert into app_user (id, email, display_name, password_hash, verified_at)
         select split_part(e, '@', 1)::uuid, e, 'Ana', $2, now() from unnest($1::text[]) e`,
        [known, hash],
      ),
    )
  }
  return { flows: flows.filter(({ name }) => emails.has(name)), emails }
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const timeOf = (all: Sample[]) => median(all.map(({ ms }) => ms))
const bytesOf = (all: Sample[]) => median(all.map(({ body }) => body.length))

async function measure(flow: Flow, emails: Record<Kind, string[]>, request: (call: Call) => Promise<Sample>) {
  const taken: Record<Kind, Sample[]> = { known: [], unknown: [] }
  const shapes: Record<Kind, Map<string, number>> = { known: new Map(), unknown: new Map() }
  let next = 0
  const lane = async () => {
    for (let at = next++; at < samples; at = next++)
      // Turn and turn about, so that what else the machine does weighs on both.
      for (const kind of at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const email = emails[kind][at]!
        const sample = await request(await flow.call(email, at, kind))
        taken[kind].push(sample)
        const shape = `${sample.status} ${answerIn(sample.body, email)}`
        shapes[kind].set(shape, (shapes[kind].get(shape) ?? 0) + 1)
      }
  }
  await Promise.all(Array.from({ length: Number(flags.lanes) }, lane))
  const [known, unknown] = [timeOf(taken.known), timeOf(taken.unknown)]
  const kinds = [...shapes.known.keys()].toSorted()
  const same = kinds.join() === [...shapes.unknown.keys()].toSorted().join()
  return {
    flow: flow.name,
    samples: `2 × ${samples}`,
    known: `${known.toFixed(1)} ms`,
    unknown: `${unknown.toFixed(1)} ms`,
    apart: `${((100 * (known - unknown)) / unknown).toFixed(2)} %`,
    answers: `${kinds.length}${same ? ', the same' : ', NOT THE SAME'}`,
    bytes: `${bytesOf(taken.known)} and ${bytesOf(taken.unknown)}`,
    answer: kinds[0]?.slice(0, 80),
    holds: same && Math.abs(known - unknown) / unknown <= 0.05,
  }
}

async function main() {
  process.chdir(root)
  const product = flags.address ? { address: flags.address, stop: async () => undefined } : await startWithMail()
  try {
    if (flags.address) adoptEnvironment()
    else adoptSettings(product.address)
    const ids = readActionIds(flags.build)
    const { flows, emails } = await makeFlows()
    const request = (call: Call) => post(product.address, ids, call)
    const rows = []
    for (const flow of flows) {
      const warm = await flow.call(`aquecer-${flow.name}@example.com`, samples - 1, 'unknown')
      await request(warm)
      rows.push(await measure(flow, emails.get(flow.name)!, request))
    }
    console.table(rows)
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(join(root, 'test-results/bench-enumeration.json'), JSON.stringify(rows, null, 2))
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
  } finally {
    const { closeDatabase } = await import('../../lib/core/db')
    await closeDatabase()
    await product.stop()
  }
}

void main()
