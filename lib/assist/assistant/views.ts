import 'server-only'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, cutPage, firstOf, readInstantPlace, type Page, type Query } from '@/lib/core/keyset'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import type { AnswerSource, AssistantMessage, LocalReason } from './contract'
import { dayTokens, isDayUsed, readUsage } from './limits'
import { suggestQuestions } from '../answers/suggest'
import { readMessages } from './threads'
import { assistantFor } from './viewer'

export type ThreadRow = { id: string; title: string; usedAt: Date }
export type ProposalMark = 'open' | 'confirmed' | 'refused' | 'expired'
export type UsageView = {
  person: number
  organization: number
  costMicros: string
  limits: ReturnType<typeof dayTokens>
}

export type AssistantView = {
  threads: Page<ThreadRow>
  thread: { id: string; title: string; messages: AssistantMessage[] } | null
  answerer: { source: AnswerSource; why: LocalReason | null; maySetKey: boolean }
  /** Where there is a key: what it has cost the person today. */
  usage: UsageView | null
  suggestions: string[]
  /** How each draft of the thread was decided. */
  proposals: Record<string, ProposalMark>
  mayConfirm: boolean
}

const THREADS_SHOWN = 30
const MESSAGES_SHOWN = 200

/** A person's own conversations, and of one what was said; null: there is no such conversation of theirs. */
export async function getAssistantFor(
  member: Member,
  query: Query,
  language = member.language,
): Promise<AssistantView | null> {
  const { organizationId, role } = member
  if (!can(role, 'assistant.ask')) throw new UserError('permissionDenied')
  const threadParam = firstOf(query.t)
  const viewer = assistantFor({ ...member, language })
  const key = await getProviderKey(viewer, 'gemini')
  const read = await withOrganization(viewer, async (db) => {
    const id = asId(threadParam)
    const thread = id
      ? await db.assistantThread.findFirst({ where: { organizationId, id, userId: member.userId } })
      : null
    if (threadParam && !thread) return null
    const usage = await readUsage(db, viewer)
    return {
      threads: await listThreads(db, member, firstOf(query.place)),
      thread: thread && {
        id: thread.id,
        title: thread.title,
        messages: await readMessages(db, member, thread.id, MESSAGES_SHOWN),
      },
      usage: key ? { ...usage, costMicros: String(usage.costMicros), limits: dayTokens() } : null,
      why: !key ? ('noKey' as const) : (await isDayUsed(viewer, key, usage)) ? ('dayUsed' as const) : null,
      proposals: thread ? await listMarks(db, member, thread.id) : {},
    }
  })
  if (!read) return null
  const { why, ...rest } = read
  return {
    ...rest,
    answerer: { source: why ? 'local' : 'gemini', why, maySetKey: can(role, 'integration.manage') },
    suggestions: rest.thread ? [] : await suggestQuestions(viewer),
    mayConfirm: can(role, 'assistant.confirm'),
  }
}

async function listThreads(db: Db, { organizationId, userId }: Member, from: string | null): Promise<Page<ThreadRow>> {
  const place = readInstantPlace(from)
  const usedAt = place && new Date(place.value)
  const rows = await db.assistantThread.findMany({
    where: {
      organizationId,
      userId,
      ...(usedAt && { OR: [{ usedAt: { lt: usedAt } }, { usedAt, id: { lt: place.id } }] }),
    },
    select: { id: true, title: true, usedAt: true },
    orderBy: [{ usedAt: 'desc' }, { id: 'desc' }],
    take: THREADS_SHOWN + 1,
  })
  return cutPage(rows, { size: THREADS_SHOWN, backwards: false, fromPlace: Boolean(place) }, (row) => ({
    value: row.usedAt.toISOString(),
    id: row.id,
  }))
}

async function listMarks(
  db: Db,
  { organizationId, userId }: Member,
  threadId: string,
): Promise<Record<string, ProposalMark>> {
  const rows = await db.proposal.findMany({
    where: { organizationId, threadId, madeFor: userId },
    select: { id: true, state: true, expiresAt: true },
  })
  const now = new Date()
  return Object.fromEntries(
    rows.map(({ id, state, expiresAt }) => [id, state === 'open' && expiresAt <= now ? 'expired' : state]),
  )
}
