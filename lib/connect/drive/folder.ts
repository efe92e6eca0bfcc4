import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { noteProblem } from './access'
import { createFolder, getFolder, tryFolder, type DriveFolder } from './client'
import type { ChooseFolderInput } from './schema'

const FOLDER_NAME = 'Mascate'
const TRIAL_NAME = 'Mascate - teste.txt'

/** Makes the folder in the drive's root and chooses it. */
export async function createBaseFolder(actor: Actor, { version }: { version: number }): Promise<DriveFolder> {
  await requireVersion(actor, version)
  return keepFolder(actor, await createFolder(actor.organizationId, FOLDER_NAME), version)
}

/** Before a drive is connected the folder is noted as it was pasted: connecting looks for it. */
export async function chooseBaseFolder(actor: Actor, input: ChooseFolderInput): Promise<DriveFolder> {
  const noted = await withOrganization(actor, (db) => noteFolder(db, actor, input))
  return noted ?? keepFolder(actor, await getFolder(actor.organizationId, input.folder), input.version)
}

/** Null where a drive is connected. */
async function noteFolder(db: Db, actor: Actor, { folder, version }: ChooseFolderInput): Promise<DriveFolder | null> {
  const { organizationId } = actor
  if ((await db.driveConnection.count({ where: { organizationId } })) > 0) return null
  const before = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { baseFolder: true },
  })
  const { count } = await db.organization.updateMany({
    where: { id: organizationId, version },
    data: { baseFolder: folder, version: { increment: 1 } },
  })
  if (count === 0) throw new UserError('staleVersion')
  const after = { baseFolder: folder }
  await recordAudit(db, actor, { event: 'drive.folderChosen', subjectId: organizationId, before, after })
  return { id: folder, name: folder }
}

async function requireVersion(actor: Actor, version: number) {
  const organization = await withOrganization(actor, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: actor.organizationId }, select: { version: true } }),
  )
  if (organization.version !== version) throw new UserError('staleVersion')
}

async function keepFolder(actor: Actor, folder: DriveFolder, version: number): Promise<DriveFolder> {
  const { organizationId } = actor
  await tryFolder(organizationId, folder.id, TRIAL_NAME)
  return withOrganization(actor, async (db) => {
    const before = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { baseFolder: true },
    })
    const { count } = await db.organization.updateMany({
      where: { id: organizationId, version },
      data: { baseFolder: folder.id, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const connected = await db.driveConnection.updateMany({
      where: { organizationId },
      data: { folderName: folder.name, errorCode: null, checkedAt: new Date() },
    })
    if (connected.count === 0) throw new UserError('driveNotConnected')
    await recordAudit(db, actor, {
      event: 'drive.folderChosen',
      subjectId: organizationId,
      before,
      after: { baseFolder: folder.id, folderName: folder.name },
    })
    return folder
  })
}

/** Whether a file could be saved now: writes a tiny one and takes it away. The result stays on the connection. */
export async function testBaseFolder(actor: Actor): Promise<{ folderName: string }> {
  const { organizationId } = actor
  const { baseFolder } = await withOrganization(actor, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { baseFolder: true } }),
  )
  if (!baseFolder) throw new UserError('driveFolderMissing')
  try {
    const { name } = await getFolder(organizationId, baseFolder)
    await tryFolder(organizationId, baseFolder, TRIAL_NAME)
    await withOrganization(actor, (db) =>
      db.driveConnection.updateMany({
        where: { organizationId },
        data: { folderName: name, errorCode: null, checkedAt: new Date() },
      }),
    )
    return { folderName: name }
  } catch (error) {
    if (error instanceof UserError) await noteProblem(organizationId, error.code)
    throw error
  }
}
