import 'server-only'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError, type ErrorCode, type ErrorValues } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { ShopeeError } from '@/lib/shopee/errors'
import { patienceOfAPerson, type CallOptions } from '../../shops/tokens'
import { storedText } from '@/lib/core/stored-json'

/** A person's act at the platform: on the way it may be sent twice, lose its answer, or happen unseen. */
type Act<Target, Answer> = {
  /** The return or the order that it is about. */
  subjectId: string
  /** The data for sending; throws where it may not be sent now. */
  find: (db: Db) => Promise<Target>
  send: (target: Target, patience: CallOptions) => Promise<unknown>
  /** Whether the platform already shows what is asked. */
  isDone: (target: Target, patience: CallOptions) => Promise<boolean>
  /** Stores that the platform has received it. */
  settle: (db: Db, target: Target) => Promise<Answer>
}
type Failure = { code: ErrorCode; values?: ErrorValues }
type Claim<Target, Answer> =
  | { kind: 'answered'; answer: Answer }
  /** The same is under way. */
  | { kind: 'inFlight'; askedAt: Date }
  | { kind: 'mine'; target: Target; mayBeDone: boolean }

/** Longer than a call and its repeat are waited for: who has not come back by then never will. */
const ABANDONED_MS = 60_000
const WAIT_MS = 25_000
const LOOK_MS = 150
/**
 * Reserved of a person's patience: else a silent platform takes all of it, and there is no time to look whether it
 * acted.
 */
const KEPT_FOR_LOOKING_MS = 2000

/**
 * Does it once, however often the same request comes: the subject is marked first, then the platform is called, then
 * both are settled with the first answer. A repeat waits for that answer; another act on the same subject is refused
 * until then. An act that may have happened is looked up at the platform before it is sent again.
 */
export async function actOnce<Target, Answer extends Prisma.InputJsonObject>(
  given: Actor,
  act: Act<Target, Answer>,
): Promise<Answer> {
  const request = given.request ?? { route: 'unnamed', key: newId(), bodyHash: Buffer.alloc(0) }
  const actor = { ...given, request }
  for (const giveUpAt = Date.now() + WAIT_MS; Date.now() < giveUpAt;) {
    const claim = await withOrganization(actor, (db) => claimAct(db, actor, act))
    if (claim.kind === 'answered') return claim.answer
    if (claim.kind === 'mine') return perform(actor, act, claim)
    await wasReceived(actor, act.subjectId, claim.askedAt, giveUpAt)
  }
  throw new UserError('requestInFlight')
}

type KeyedActor = Actor & { request: NonNullable<Actor['request']> }
const sameBody = (kept: Uint8Array, { request }: KeyedActor) => Buffer.from(kept).equals(request.bodyHash)

async function claimAct<Target, Answer>(
  db: Db,
  actor: KeyedActor,
  { subjectId, find }: Act<Target, Answer>,
): Promise<Claim<Target, Answer>> {
  const { organizationId, userId, request } = actor
  const { route, key } = request
  await lockAct(db, subjectId)
  const first = await db.idempotency.findUnique({
    where: { organizationId_route_key: { organizationId, route, key } },
  })
  if (first) {
    if (first.userId !== userId || !sameBody(first.bodyHash, actor)) throw new UserError('keyReused')
    return { kind: 'answered', answer: first.answer as Answer }
  }
  const where = { organizationId_subjectId: { organizationId, subjectId } }
  const last = await db.platformAct.findUnique({ where })
  const isOpen = last !== null && last.settledAt === null
  if (isOpen && !last.isUnsure && Date.now() - last.askedAt.getTime() < ABANDONED_MS) {
    if (last.route !== route || last.key !== key || last.userId !== userId) throw new UserError('requestInFlight')
    if (!sameBody(last.bodyHash, actor)) throw new UserError('keyReused')
    return { kind: 'inFlight', askedAt: last.askedAt }
  }
  const target = await find(db)
  const mark = { route, key, userId, bodyHash: Uint8Array.from(request.bodyHash), askedAt: new Date() }
  const open = { settledAt: null, isUnsure: false, failure: Prisma.DbNull }
  await db.platformAct.upsert({
    where,
    create: { organizationId, subjectId, ...mark, ...open },
    update: { ...mark, ...open },
  })
  return { kind: 'mine', target, mayBeDone: isOpen }
}

async function perform<Target, Answer extends Prisma.InputJsonObject>(
  actor: KeyedActor,
  act: Act<Target, Answer>,
  { target, mayBeDone }: { target: Target; mayBeDone: boolean },
): Promise<Answer> {
  const until = Date.now() + patienceOfAPerson.deadlineMs
  const leftMs = () => Math.max(1, until - Date.now())
  const toLook = () => ({ ...patienceOfAPerson, deadlineMs: Math.min(KEPT_FOR_LOOKING_MS, leftMs()) })
  const remainingPatience = () => ({ ...patienceOfAPerson, deadlineMs: Math.max(1, leftMs() - KEPT_FOR_LOOKING_MS) })
  try {
    const isDone = mayBeDone && (await callOnce(() => act.isDone(target, toLook())))
    if (!isDone) await callOnce(() => act.send(target, remainingPatience()))
  } catch (error) {
    const isUnheard = error instanceof UserError && error.code === 'outcomeUnknown'
    const isDone = isUnheard && (await act.isDone(target, toLook()).catch(() => false))
    if (!isDone) {
      await close(actor, act.subjectId, error, isUnheard || mayBeDone)
      throw error
    }
  }
  return writeOnce(actor, async (db) => {
    await lockAct(db, act.subjectId)
    const answer = await act.settle(db, target)
    await db.platformAct.update({
      where: { organizationId_subjectId: { organizationId: actor.organizationId, subjectId: act.subjectId } },
      data: { settledAt: new Date(), isUnsure: false },
      select: { subjectId: true },
    })
    return answer
  })
}

/** It had no effect, or that is unknown: then it stays open, and the next act looks first. */
async function close(actor: Actor, subjectId: string, error: unknown, isUnsure: boolean): Promise<void> {
  const { organizationId } = actor
  const failure: Failure =
    error instanceof UserError ? { code: error.code, values: error.values } : { code: 'unexpected' }
  await withOrganization(actor, (db) =>
    db.platformAct.update({
      where: { organizationId_subjectId: { organizationId, subjectId } },
      data: { settledAt: isUnsure ? null : new Date(), isUnsure, failure },
      select: { subjectId: true },
    }),
  )
}

/** Waits until the same act, asked for at that moment, has come to something, and fails as it failed. */
async function wasReceived(
  { organizationId }: Actor,
  subjectId: string,
  requestedAt: Date,
  giveUpAt: number,
): Promise<void> {
  while (Date.now() < giveUpAt) {
    await new Promise((wake) => setTimeout(wake, LOOK_MS))
    const now = await withOrganization({ organizationId }, (db) =>
      db.platformAct.findUnique({ where: { organizationId_subjectId: { organizationId, subjectId } } }),
    )
    if (!now || now.askedAt.getTime() !== requestedAt.getTime()) return
    if (now.failure) {
      const { code, values } = now.failure as Failure
      throw new UserError(code, { values })
    }
    if (now.settledAt) return
  }
}

const lockAct = (db: Db, subjectId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('act:' || ${subjectId}, 0))`

/** The platform's refusals in our words. */
export async function callOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    if (error.kind === 'outcomeUnknown') throw new UserError('outcomeUnknown')
    if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil') throw new UserError('platformAway')
    throw new UserError('platformRefused', { values: { text: storedText(error.text || error.code, 300) } })
  }
}
