import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { coversVisibility, type Visibility } from '@/lib/identity/auth/visibility'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { AssistantMessage as Row, Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import type { ToolViewer } from '../tools/contract'
import type { AnswerFailure, AnswerSource, AnswerState, AssistantMessage } from './contract'
import { costMicrosOf, type TokensUsed } from './limits'
import { TITLE_CHARACTERS, type QuestionInput, type DeleteThreadInput, type RenameThreadInput } from './schema'

/** The part of a thread that is sent to the model again. */
const REMEMBERED = 12

export type OpenedQuestion = { threadId: string; answerId: string; history: AssistantMessage[] }

/**
 * Stores the question before it is answered. The same question in the same words is answered again, as long as none
 * came after it; other words under its id are refused.
 */
export async function openQuestion(
  viewer: ToolViewer,
  { threadId, questionId, question }: Omit<QuestionInput, 'language'>,
  source: AnswerSource,
): Promise<OpenedQuestion> {
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    // The second of two concurrent copies of a question finds it stored.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`question:${organizationId}:${questionId}`}, 0))`
    const known = await db.assistantMessage.findFirst({ where: { organizationId, id: questionId } })
    const thread = known
      ? await reopen(db, viewer, known, question)
      : await postQuestion(db, viewer, { threadId, questionId, question })
    const history = await readMessages(db, viewer, thread, REMEMBERED)
    const answerId = newId()
    const madeAs = { role: viewer.role, legalEntityIds: viewer.legalEntityIds ?? null }
    await db.assistantMessage.create({
      data: {
        organizationId,
        id: answerId,
        threadId: thread,
        questionId,
        parts: [],
        source,
        state: 'streaming',
        madeAs,
      },
      select: { id: true },
    })
    await db.assistantThread.updateMany({ where: { organizationId, id: thread }, data: { usedAt: new Date() } })
    return { threadId: thread, answerId, history }
  })
}

async function postQuestion(
  db: Db,
  viewer: ToolViewer,
  { threadId, questionId, question }: Pick<QuestionInput, 'threadId' | 'questionId' | 'question'>,
): Promise<string> {
  const { organizationId, userId } = viewer
  if (threadId) await requireOwn(db, viewer, threadId)
  const id = threadId ?? newId()
  if (!threadId) {
    await db.assistantThread.create({
      data: { organizationId, id, userId, title: titleOf(question) },
      select: { id: true },
    })
    // Each question on its own would bury what was changed.
    await recordAudit(db, { ...viewer, kind: 'person' }, { event: 'assistantThread.started', subjectId: id })
  }
  await db.assistantMessage.create({
    data: { organizationId, id: questionId, threadId: id, parts: [{ type: 'text', text: question }] },
    select: { id: true },
  })
  return id
}

type Known = { id: string; threadId: string; questionId: string | null; parts: unknown }

async function reopen(db: Db, viewer: Owner, { id, threadId, questionId, parts }: Known, question: string) {
  const { organizationId } = viewer
  await requireOwn(db, viewer, threadId)
  const last = await db.assistantMessage.findFirst({
    where: { organizationId, threadId, questionId: null },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  const isSame = questionId === null && wordsOf(parts) === question
  if (!isSame || last?.id !== id) throw new UserError('staleVersion')
  await db.assistantMessage.deleteMany({ where: { organizationId, threadId, questionId: id } })
  return threadId
}

const wordsOf = (parts: unknown) => {
  const [first] = parts as AssistantMessage['parts']
  return first?.type === 'text' ? first.text : null
}

type Owner = Pick<Actor, 'organizationId' | 'userId'>

/**
 * Another member's thread counts as missing. It is locked until the transaction ends, so that it is not deleted
 * meanwhile.
 */
async function requireOwn(db: Db, { organizationId, userId }: Owner, id: string): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM assistant_thread
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
  if (rows.length === 0) throw new UserError('notFound')
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ')
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`
}

/**
 * In their order: an answer of the same moment stands after its question. An answer made with rights that its reader no
 * longer has is replaced by that notice.
 */
export async function readMessages(
  db: Db,
  reader: Visibility & { organizationId: string },
  threadId: string,
  last: number,
): Promise<AssistantMessage[]> {
  const rows = await db.assistantMessage.findMany({
    where: { organizationId: reader.organizationId, threadId },
    orderBy: [{ createdAt: 'desc' }, { questionId: { sort: 'asc', nulls: 'last' } }],
    take: last,
  })
  return rows.reverse().map((row) => (isSeenBy(reader, row) ? shown(row) : withheld(row)))
}

const isSeenBy = (reader: Visibility, { questionId, madeAs }: Row) =>
  questionId === null || (madeAs !== null && coversVisibility(reader, madeAs as Visibility))

const shown = ({ id, threadId, questionId, parts, source, state, failure, ...row }: Row): AssistantMessage => ({
  id,
  role: questionId ? 'assistant' : 'user',
  parts: parts as AssistantMessage['parts'],
  metadata: {
    threadId,
    ...(source &&
      state && {
        source,
        state,
        failure: failure as AnswerFailure | null,
        tokens: row.inputTokens + row.outputTokens,
      }),
    ...(row.costMicros > 0n && { costMicros: String(row.costMicros) }),
  },
})

const withheld = ({ id, threadId, source }: Row): AssistantMessage => ({
  id,
  role: 'assistant',
  parts: [],
  metadata: { threadId, source: source!, state: 'failed', failure: 'sightLost' },
})

export type AnswerEnd = {
  state: Exclude<AnswerState, 'streaming'>
  failure: AnswerFailure | null
  tokens: TokensUsed
}

/** The text until its end, however it ended. An answer replaced by a repeated question is gone. */
export async function saveAnswer(
  viewer: ToolViewer,
  id: string,
  parts: AssistantMessage['parts'],
  { state, failure, tokens }: AnswerEnd,
): Promise<void> {
  const { organizationId } = viewer
  await withOrganization(viewer, (db) =>
    db.assistantMessage.updateMany({
      where: { organizationId, id },
      data: {
        state,
        failure,
        inputTokens: tokens.input,
        outputTokens: tokens.output,
        parts: parts as Prisma.InputJsonValue,
        costMicros: costMicrosOf(tokens),
      },
    }),
  )
}

/** The text so far, of an answer that goes on. */
export const saveSoFar = async (viewer: ToolViewer, id: string, parts: AssistantMessage['parts']): Promise<void> => {
  const { organizationId } = viewer
  await withOrganization(viewer, (db) =>
    db.assistantMessage.updateMany({
      where: { organizationId, id, state: 'streaming' },
      data: { parts: parts as Prisma.InputJsonValue },
    }),
  )
}

export async function renameThread(actor: Actor, { id, title }: RenameThreadInput): Promise<null> {
  return changeThread(actor, id, 'assistantThread.renamed', (db, where) =>
    db.assistantThread.updateMany({ where, data: { title } }),
  )
}

export async function deleteThread(actor: Actor, { id }: DeleteThreadInput): Promise<null> {
  return changeThread(actor, id, 'assistantThread.deleted', (db, where) => db.assistantThread.deleteMany({ where }))
}

type Where = { organizationId: string; id: string }

/** The trail says that it happened; what a thread is called is its person's own affair. */
async function changeThread(
  actor: Actor,
  id: string,
  event: 'assistantThread.renamed' | 'assistantThread.deleted',
  change: (db: Db, where: Where) => Promise<unknown>,
): Promise<null> {
  const { organizationId } = actor
  await withOrganization(actor, async (db) => {
    await requireOwn(db, actor, id)
    await change(db, { organizationId, id })
    await recordAudit(db, actor, { event, subjectId: id })
  })
  return null
}
