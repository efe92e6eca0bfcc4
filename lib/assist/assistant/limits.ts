import 'server-only'
import type { Db } from '@/lib/core/db'
import { withOrganization } from '@/lib/core/db'
import { localDay, type Day } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import type { AnswerSource } from './contract'
import { env } from '@/lib/core/env'
import { isDaySpent, settleDay, spendOfDay } from '@/lib/identity/organization-keys/installation-limits'
import type { ProviderKey } from '@/lib/identity/organization-keys/keys'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import type { ToolViewer } from '../tools/contract'

/** Per minute. An answer of the rules costs nothing; a call of the model does. */
const limits: Record<AnswerSource, { person: CallLimit; organization: CallLimit }> = {
  gemini: {
    person: { name: 'assistant-person', points: 20, seconds: 60 },
    organization: { name: 'assistant-company', points: 120, seconds: 60 },
  },
  local: {
    person: { name: 'assistant-local-person', points: 120, seconds: 60 },
    organization: { name: 'assistant-local-company', points: 600, seconds: 60 },
  },
}

/** Tokens of the model in a day of the company, in and out; one person takes no more than a fifth of them. */
export const dayTokens = () => {
  const organization = env().ASSISTANT_DAY_TOKENS
  return { person: Math.ceil(organization / 5), organization }
}
/** For one answer. */
export const MOST_STEPS = 6
export const MOST_PROPOSALS = 3
export const MOST_CALLS = 100
export const MOST_OUTPUT_TOKENS = 2048
/** Set aside for what a call will say, until it is known. */
export const USUAL_OUTPUT_TOKENS = 512
export const ANSWER_MS = 30_000

/** Millionths of a dollar by a hundred tokens, as the list has it; the bill is the maker's. */
const MICROS = { input: 30n, output: 250n }
const CHARACTERS_A_TOKEN = 4

export type TokensUsed = { input: number; output: number }

export const costMicrosOf = ({ input, output }: TokensUsed): bigint =>
  (BigInt(input) * MICROS.input + BigInt(output) * MICROS.output) / 100n

/** For a call that ended before the model said what it took. */
export const tokensOfText = (characters: number) => Math.ceil(characters / CHARACTERS_A_TOKEN)

export async function limitQuestions({ organizationId, userId }: ToolViewer, source: AnswerSource): Promise<void> {
  const { person, organization } = limits[source]
  const tooMany = (seconds: number) => new UserError('tooManyQuestions', { values: { seconds } })
  await limitCalls(person, `${organizationId} ${userId}`, 1, tooMany)
  await limitCalls(organization, organizationId, 1, tooMany)
}

export type DayUsage = { person: number; organization: number; costMicros: bigint }

const today = ({ timeZone }: Pick<ToolViewer, 'timeZone'>): Day => localDay(new Date(), timeZone)

export async function readUsage(
  db: Db,
  viewer: Pick<ToolViewer, 'organizationId' | 'userId' | 'timeZone'>,
): Promise<DayUsage> {
  const { organizationId, userId } = viewer
  const [row] = await db.$queryRaw<[{ person: bigint; organization: bigint; cost: bigint }]>`
    SELECT coalesce(sum(input_tokens + output_tokens) FILTER (WHERE user_id = ${userId}::uuid), 0)::bigint AS person,
      coalesce(sum(input_tokens + output_tokens), 0)::bigint AS organization,
      coalesce(sum(cost_micros) FILTER (WHERE user_id = ${userId}::uuid), 0)::bigint AS cost
    FROM assistant_usage WHERE organization_id = ${organizationId}::uuid AND day = ${today(viewer)}::date`
  return { person: Number(row.person), organization: Number(row.organization), costMicros: row.cost }
}

export function isUsedUp({ person, organization }: DayUsage): boolean {
  const most = dayTokens()
  return person >= most.person || organization >= most.organization
}

/** Counts what a call of the model took, as soon as it is known: an answer that is stopped has been paid for. */
export async function countUsage(viewer: ToolViewer, tokens: TokensUsed, requests = 0): Promise<void> {
  await withOrganization(viewer, (db) => addUsage(db, viewer, tokens, requests))
}

/** The settled tokens may be fewer than the reserve; past midnight that was another day's. */
const addUsage = (db: Db, viewer: ToolViewer, { input, output }: TokensUsed, requests = 0) => {
  const { organizationId, userId } = viewer
  const cost = costMicrosOf({ input, output })
  return db.$executeRaw`
    INSERT INTO assistant_usage AS u (organization_id, user_id, day, requests, input_tokens, output_tokens, cost_micros)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${today(viewer)}::date, ${requests}::int, greatest(${input}::bigint, 0),
      greatest(${output}::bigint, 0), greatest(${cost}::bigint, 0))
    ON CONFLICT (organization_id, day, user_id) DO UPDATE SET requests = u.requests + excluded.requests,
      input_tokens = greatest(u.input_tokens + ${input}::bigint, 0), output_tokens = greatest(u.output_tokens + ${output}::bigint, 0),
      cost_micros = greatest(u.cost_micros + ${cost}::bigint, 0)`
}

type KeySource = Pick<ProviderKey, 'source'>
type Viewer = Pick<ToolViewer, 'organizationId'>
const spenderOf = ({ organizationId }: Viewer, { source }: KeySource) => ({ organizationId, source })

/** Whether the day of the person, of the company or of the installation's own key is used up. */
export const isDayUsed = async (viewer: Viewer, key: KeySource, usage: DayUsage): Promise<boolean> =>
  isUsedUp(usage) || isDaySpent('gemini', spenderOf(viewer, key))

/**
 * Sets a call's tokens aside before it is made, so that many at once stay within the day; they are settled by settleTokens with the
 * difference. False, and nothing set aside, where the day would be used up.
 */
export async function claimTokens(viewer: ToolViewer, key: KeySource, tokens: TokensUsed): Promise<boolean> {
  if (!(await claimOfCompany(viewer, tokens))) return false
  if (await spendOfDay('gemini', spenderOf(viewer, key), tokens.input + tokens.output)) return true
  await countUsage(viewer, { input: -tokens.input, output: -tokens.output })
  return false
}

/** By how much more, or less, a call took than was set aside for it. */
export async function settleTokens(viewer: ToolViewer, key: KeySource, beyond: TokensUsed): Promise<void> {
  await settleDay('gemini', spenderOf(viewer, key), beyond.input + beyond.output)
  await countUsage(viewer, beyond)
}

async function claimOfCompany(viewer: ToolViewer, tokens: TokensUsed): Promise<boolean> {
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`assistant-usage:${organizationId}`}, 0))`
    if (isUsedUp(await readUsage(db, viewer))) return false
    await addUsage(db, viewer, tokens)
    return true
  })
}
