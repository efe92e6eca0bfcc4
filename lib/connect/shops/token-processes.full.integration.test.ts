// Full form: starts and kills processes that refresh a token. Default: lib/connect/shops/tokens.integration.test.ts.
import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inspect, workerUrl } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { CuttingProxy } from '@/lib/testing/fakes/cutting-proxy'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import {
  begin,
  changeToken,
  comeBack,
  confirm,
  connectShop,
  openShopHarness,
  shopRow,
  tokenRow,
} from '@/lib/testing/harnesses/shop-harness'

// The short form; the full one by `npm run test:platform` and `npm run torture`.
const isFull = Boolean(process.env.PLATFORM_FULL) || isFullProfile
const [CALLERS, ROUNDS] = isFull ? [100, 20] : [20, 1]
const PROCESSES = 3
const KILLED_ROUNDS = Math.ceil(ROUNDS / 2)
const counted = { accepted: 0, refused: 0, unknown: 0, refreshes: 0, generations: 0, killed: 0 }

const { platform } = openShopHarness()
const REFRESH = '/api/v2/auth/access_token/get'

/** A process, and what stands between it and the platform. */
class Member {
  readonly proxy = new CuttingProxy(platform().url)
  process!: TestProcess
  refreshes = { done: 0, refused: 0 }

  async start() {
    await this.proxy.start()
    await this.spawn()
  }
  async spawn() {
    this.process = new TestProcess('lib/testing/harnesses/token-callers.ts', { SHOPEE_API_URL: this.proxy.address })
    expect(await this.process.receive()).toBe('ready')
  }
  async stop() {
    await this.process.end()
    await this.proxy.stop()
  }
}

let mine: TestOrganization
let shop: { id: string; number: number }
const members: Member[] = []

// Within a describe: its afterAll comes before the one that drops the test's database.
describe('three processes', () => {
  beforeAll(async () => {
    for (let number = 0; number < PROCESSES; number += 1) members.push(new Member())
    await Promise.all(members.map((member) => member.start()))
    mine = await createTestOrganization()
    await signInAs(mine.owner)
    shop = await connectShop(mine)
  })
  afterAll(async () => {
    reportFigures({
      accepted: counted.accepted,
      refused: counted.refused,
      unknown: counted.unknown,
      figures: [
        exactly('refreshes made', counted.refreshes, counted.generations),
        exactly('killed with a refresh under way', counted.killed, KILLED_ROUNDS * 2 + 1),
        exactly(
          'without an answer, as callers of a killed process',
          counted.unknown,
          (KILLED_ROUNDS * 2 + 1) * CALLERS,
        ),
      ],
    })
    await Promise.all(members.map((member) => member.stop()))
  })

  /** From now on the token is due: its generation is to be refreshed once. */
  const makeDue = async (change: string) => {
    counted.generations += 1
    await changeToken(mine, shop.id, change)
  }
  const expire = () => makeDue(`access_expires_at = now() - interval '1 second'`)
  const call = () => ({ kind: 'call', organizationId: mine.organizationId, shopId: shop.id, callers: CALLERS })
  async function callAll() {
    const results = await Promise.all(members.map((member) => member.process.send<string[]>(call())))
    for (const outcomes of results) {
      counted.unknown += outcomes ? 0 : CALLERS
      counted.killed += outcomes ? 0 : 1
      for (const outcome of outcomes ?? []) counted[outcome === 'ok' ? 'accepted' : 'refused'] += 1
    }
    return results
  }

  /** The answers to each process's refresh; `meet` gets the first one that the platform granted. */
  function watchRefreshes(meet: (member: Member) => Promise<boolean> = async () => true) {
    let isMet = false
    for (const member of members) {
      member.refreshes = { done: 0, refused: 0 }
      member.proxy.beforeAnswer = async (path, body) => {
        if (path !== REFRESH) return true
        const isDone = body.includes('"access_token"')
        member.refreshes[isDone ? 'done' : 'refused'] += 1
        if (isDone) counted.refreshes += 1
        if (!isDone || isMet) return true
        isMet = true
        return meet(member)
      }
    }
  }
  const sum = (which: 'done' | 'refused') => members.reduce((total, member) => total + member.refreshes[which], 0)

  /** Locks the row of the tokens so that the next generation cannot be written. */
  async function holdTokens(): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: workerUrl() })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query(`SELECT set_config('app.organization_id', $1, true)`, [mine.organizationId])
    await holder.query('SELECT 1 FROM shop_token WHERE shop_id = $1 FOR UPDATE', [shop.id])
    return () => holder.end()
  }

  const neverAnswered = async (member: Member) => {
    member.process.kill()
    return false
  }

  /** Before its answer is handed on, or after it, when the next generation is about to be written. */
  const killings: Record<string, (member: Member) => Promise<boolean>> = {
    'before it hears the answer': async (member: Member) => {
      member.process.kill()
      return false
    },
    'between answer and commit': async (member) => {
      const release = await holdTokens()
      setTimeout(() => {
        member.process.kill()
        void wait(100).then(release)
      }, 400)
      return true
    },
  }

  test('three processes at the end of a token make one refresh of it, and all go on', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { generation } = (await tokenRow(mine, shop.id))!
      await expire()
      watchRefreshes()
      const outcomes = (await callAll()).flat()
      expect(outcomes).toEqual(Array.from({ length: PROCESSES * CALLERS }, () => 'ok'))
      expect([sum('done'), sum('refused')]).toEqual([1, 0])
      expect(await tokenRow(mine, shop.id)).toMatchObject({ generation: generation + 1, refreshing_since: null })
    }
  })

  describe.each(Object.entries(killings))('the process that refreshes is killed %s', (_name, kill) => {
    test('one refresh of that generation, no process is stuck, the shop waits to be authorized and goes on then', async () => {
      for (let round = 0; round < KILLED_ROUNDS; round += 1) {
        await expire()
        let killed: Member | undefined
        watchRefreshes(async (member) => {
          killed = member
          return kill(member)
        })
        const outcomes = await callAll()
        const survivors = outcomes.filter((_, index) => members[index] !== killed)
        expect(killed).toBeDefined()
        expect(outcomes[members.indexOf(killed!)]).toBeNull()
        expect(survivors.flat()).toEqual(Array.from({ length: (PROCESSES - 1) * CALLERS }, () => 'shopGrantExpired'))
        expect([sum('done'), sum('refused')]).toEqual([1, 1])
        expect(await tokenRow(mine, shop.id)).toBeUndefined()
        expect(await shopRow(mine, shop.id)).toMatchObject({ status: 'expired' })

        expect((await comeBack(await confirm(await begin(mine, shop.id), shop.number))).search).toContain('connected')
        await killed!.spawn()
        watchRefreshes()
        expect(new Set((await callAll()).flat())).toEqual(new Set(['ok']))
      }
      const notices = await inspect(mine.organizationId, `SELECT 1 FROM notification WHERE kind = 'shopGrant'`)
      expect(notices.length).toBeGreaterThanOrEqual(KILLED_ROUNDS)
    })
  })

  test('killed while the access token still lives, the others go on with it and are informed at its end', async () => {
    await makeDue(`access_expires_at = now() + interval '10 minutes', updated_at = now() - interval '3 hours'`)
    let killed: Member | undefined
    watchRefreshes(async (member) => {
      killed = member
      return neverAnswered(member)
    })
    const outcomes = await callAll()
    expect(outcomes.filter((_, index) => members[index] !== killed).flat()).toEqual(
      Array.from({ length: (PROCESSES - 1) * CALLERS }, () => 'ok'),
    )
    await killed!.spawn()
    expect(new Set((await callAll()).flat())).toEqual(new Set(['ok']))
    expect((await shopRow(mine, shop.id)).status).toBe('active')
  })
})

test('the figures and audit logs of its companies verify', () => verifyCompanies())
