import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { limitForgeries } from '@/lib/identity/auth/limits'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { hasValidNoticeSignature, isPlausible } from '../manus/webhook'
import { asId } from '@/lib/core/keyset'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { lockTask, updateTask, wakeTask } from './records'
import { isPlainText } from '@/lib/core/text/text'
import { followedStates } from './schema'

const KEPT_MS = 3_600_000

/** The address that their side signs, byte by byte: each company's own, since each may have a key of its own. */
export const noticeAddressOf = (organizationId: string) =>
  `${env().NEXTAUTH_URL.replace(/\/$/, '')}/api/manus/webhook?organization=${organizationId}`

// Assumed: the task stands in `task_detail`, as in their examples, or by itself.
const id = z.string().min(1).max(200).refine(isPlainText)
const noticeSchema = z.union([
  z.object({ task_id: id }).transform(({ task_id }) => task_id),
  z.object({ task_detail: z.object({ task_id: id }) }).transform(({ task_detail }) => task_detail.task_id),
])

export type NoticeVerdict = 'forged' | 'known' | 'empty' | 'heard'
type Notice = { organization: string | null; body: Uint8Array; signature: string | null; timestamp: string | null }

/**
 * A webhook event of the other side. An unsigned one is rejected, and a repeated one does nothing. Its content only
 * decides which task is polled next: none of it is believed.
 */
export async function receiveNotice({ organization, ...notice }: Notice): Promise<NoticeVerdict> {
  const organizationId = asId(organization)
  if (!organizationId || !isPlausible(notice)) return 'forged'
  const signer = await limitForgeries(async () => {
    const key = await getProviderKey({ organizationId }, 'manus')
    const url = noticeAddressOf(organizationId)
    return key && (await hasValidNoticeSignature({ ...key, organizationId }, { ...notice, url })) ? key : null
  })
  if (!signer) return 'forged'
  const said = noticeSchema.safeParse(parse(notice.body))
  const hash = createHash('sha256').update(Buffer.from(notice.signature!, 'base64')).digest()
  return withOrganization({ organizationId }, async (db) => {
    await db.agentNotice.deleteMany({ where: { organizationId, at: { lt: new Date(Date.now() - KEPT_MS) } } })
    const { count } = await db.agentNotice.createMany({
      data: { organizationId, hash: Uint8Array.from(hash) },
      skipDuplicates: true,
    })
    if (count === 0) return 'known'
    if (!said.success) return 'empty'
    const named = await db.agentTask.findUnique({
      where: { organizationId_providerTaskId: { organizationId, providerTaskId: said.data } },
      select: { id: true },
    })
    const task = named && (await lockTask(db, organizationId, named.id))
    if (!task || !followedStates.some((state) => state === task.state)) return 'empty'
    await updateTask(db, task, { polls: 0 })
    await wakeTask(db, task)
    return 'heard'
  })
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
