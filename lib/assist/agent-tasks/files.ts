import 'server-only'
import { Readable } from 'node:stream'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getFile, openAs, type OpenedFile } from '@/lib/core/files/store'
import { translatorOf } from '@/lib/core/i18n/translator'
import { asId } from '@/lib/core/keyset'
import { toWebStream } from '@/lib/core/http/web-stream'
import { writeSection } from './pack'
import { mayRead } from './records'
import type { Section } from './sections/contract'

const ANYTHING = 'application/octet-stream'
const CSV = 'text/csv; charset=utf-8'

async function requireReadable(db: Db, member: Member, id: string) {
  const { organizationId } = member
  const task = await db.agentTask.findUnique({ where: { organizationId_id: { organizationId, id } } })
  if (!task || !mayRead(member, task)) throw new UserError('notFound')
  return task
}

const ofText = (name: string, content: string): OpenedFile => {
  const body = Buffer.from(content, 'utf8')
  return { name, type: CSV, bytes: BigInt(body.length), content: toWebStream(Readable.from([body])) }
}

const idOf = (given: unknown): string => {
  const id = asId(given)
  if (!id) throw new UserError('notFound')
  return id
}

/** A result of the other side: whatever it is, it is only ever saved, under no type that a browser shows. */
export async function openResult(member: Member, given: unknown): Promise<OpenedFile> {
  const stored = await withOrganization(member, async (db) => {
    const { organizationId } = member
    const id = idOf(given)
    const file = await db.agentTaskFile.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (!file?.fileId) throw new UserError('notFound')
    await requireReadable(db, member, file.taskId)
    const stored = await getFile(db, organizationId, file.fileId)
    if (stored?.kind !== 'agentResult') throw new UserError('notFound')
    return stored
  })
  return openAs(ANYTHING, stored)
}

/** A file of the pack, byte by byte as it leaves. */
export const openPack = (member: Member, given: unknown): Promise<OpenedFile> =>
  withOrganization(member, async (db) => {
    const { organizationId } = member
    const id = idOf(given)
    const pack = await db.dataPack.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (!pack) throw new UserError('notFound')
    await requireReadable(db, member, pack.taskId)
    return ofText(pack.name, pack.content)
  })

/** A report of our own, its parts one below the other. */
export const openReport = (member: Member, given: unknown): Promise<OpenedFile> =>
  withOrganization(member, async (db) => {
    const task = await requireReadable(db, member, idOf(given))
    if (task.worker !== 'local') throw new UserError('notFound')
    const language = task.language === 'en' ? 'en' : 'pt'
    const t = translatorOf(language)
    const parts = ((task.report as Section[] | null) ?? []).map(
      (section) =>
        `${t(`agentTasks.sections.${section.name}`)}\r\n${writeSection(section, language).replace('\uFEFF', '')}`,
    )
    const content = `\uFEFF${parts.join('\r\n')}`
    return ofText(`${t('agentTasks.files.report')}.csv`, content)
  })
