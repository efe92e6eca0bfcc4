import { GeminiServer } from '../../lib/testing/fakes/gemini-server'
import { measure } from './measure'
import type { Places } from './places'

const PORT = 7293
export const streamSettings = { GEMINI_BASE_URL: `http://127.0.0.1:${PORT}/v1beta` }
const STREAMS = 100
const KEY = 'key-of-the-bench'
const ROUNDS = 15
const CLOSED_WITHIN_MS = 5000

// A word five times a second, and less than an answer's deadline: all of them speak while the dashboard is asked.
const words = Array.from({ length: 110 }, (_, number) => `palavra ${number} `)
const slow = () => ({ say: words, pauseMs: 200 })

type Asker = { organizationId: string; cookie: string }

/**
 * The cost of streamed answers: time to the first byte of a local one, the dashboard's time beside a hundred, and
 * whether a client that leaves ends the model's stream.
 */
export async function measureStreams(large: Places, address: string, request: (path: string) => Promise<string>) {
  const gemini = new GeminiServer(slow)
  await gemini.start(PORT)
  try {
    const local = [{ name: 'first byte of a local answer', request: () => firstByte(address, large) }]
    const dashboard = [{ name: 'dashboard', request: () => request('/dashboard') }]
    const first = (await measure(local, ROUNDS, 1)).get(local[0]!.name)!
    const alone = (await measure(dashboard, ROUNDS, 1)).get('dashboard')!
    const leave = new AbortController()
    const askers = await listAskers()
    const streams = await Promise.all(askers.map((asker) => openStream(address, asker, leave.signal)))
    await Promise.all(streams.map(({ spoke }) => spoke))
    const beside = (await measure(dashboard, ROUNDS, 1)).get('dashboard')!
    const speaking = streams.filter(({ isOpen }) => isOpen()).length
    leave.abort()
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), CLOSED_WITHIN_MS).unref())
    const ends = await Promise.all(gemini.requests.map(({ gone }) => Promise.race([gone, late])))
    return {
      firstByteMs: first.p95,
      aloneMs: alone.p50,
      besideMs: beside.p50,
      ratio: beside.p50 / alone.p50,
      streams: speaking,
      leftOpen: ends.filter((end) => end === 'late').length,
    }
  } finally {
    await gemini.stop()
  }
}

const question = (organizationId: string) => ({
  method: 'POST',
  body: JSON.stringify({
    organizationId,
    threadId: null,
    questionId: crypto.randomUUID(),
    language: 'pt',
    question: 'Quanto vendi nos últimos 7 dias?',
  }),
})

async function firstByte(address: string, { organizationId, cookie }: Asker): Promise<void> {
  const answer = await fetch(new URL('/api/assistants/gemini', address), {
    ...question(organizationId),
    headers: { cookie, origin: address },
  })
  const reader = answer.body!.getReader()
  await reader.read()
  if (answer.status !== 200) throw new Error(`The assistant answered ${answer.status}.`)
  await reader.cancel()
}

async function openStream(address: string, { organizationId, cookie }: Asker, signal: AbortSignal) {
  const answer = await fetch(new URL('/api/assistants/gemini', address), {
    ...question(organizationId),
    headers: { cookie, origin: address },
    signal,
  })
  if (answer.status !== 200) throw new Error(`The assistant answered ${answer.status}.`)
  let isOpen = true
  const spoke = new Promise<void>((resolve, reject) => {
    void read(answer.body!, resolve)
      .catch((error: unknown) => (signal.aborted ? undefined : reject(error as Error)))
      .finally(() => (isOpen = false))
  })
  return { spoke, isOpen: () => isOpen }
}

async function read(body: ReadableStream<Uint8Array>, spoke: () => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (decoder.decode(part.value).includes('text-delta')) spoke()
}

/** The owners of the small companies, each with a key at the fake. */
async function listAskers(): Promise<Asker[]> {
  const { withOrganization } = await import('../../lib/core/db')
  const { encryptProviderKey } = await import('../../lib/identity/organization-keys/keys')
  const { withOwner } = await import('../../lib/testing/harnesses/database')
  const { signInAs } = await import('../../lib/testing/factories/factories')
  const members = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ organizationId: string; userId: string }>(
      `select o.organization_id as "organizationId", m.user_id as "userId" from organization o
       join membership m on m.organization_id = o.organization_id where o.name ~ '^Bench [0-9]+$' order by o.name limit $1`,
      [STREAMS],
    )
    return rows
  })
  const askers: Asker[] = []
  for (const { organizationId, userId } of members) {
    const key = { encrypted: encryptProviderKey(organizationId, 'gemini', KEY), hint: KEY.slice(-4), setBy: userId }
    await withOrganization({ organizationId }, (db) =>
      db.organizationKey.upsert({
        where: { organizationId_provider: { organizationId, provider: 'gemini' } },
        create: { organizationId, provider: 'gemini', ...key },
        update: key,
      }),
    )
    const { cookie } = await signInAs({ organizationId, userId, role: 'owner', kind: 'person' })
    askers.push({ organizationId, cookie: `${cookie.name}=${cookie.value}; language=pt` })
  }
  return askers
}
