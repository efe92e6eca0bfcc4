import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listFolders, type DriveFolder } from './client'
import { callbackAddress, findOAuthClient } from './google'
import { driveProblems, type DriveProblem } from './schema'

export type DriveConnectionView = {
  accountEmail: string
  connectedAt: Date
  folder: DriveFolder | null
  checkedAt: Date | null
  problem: DriveProblem | null
  /** The folders to pick from; null when Google gave none. */
  folders: DriveFolder[] | null
}
export type DriveView = {
  /** The installation has an OAuth client. */
  configured: boolean
  callbackAddress: string
  version: number
  /** The id of a folder that was noted before a drive was connected. */
  notedFolder: string | null
  connection: DriveConnectionView | null
  /** The failure on the way back from Google. */
  failure: DriveProblem | null
  justConnected: boolean
}

const asProblem = (code: unknown): DriveProblem | null => driveProblems.find((known) => known === code) ?? null

export async function getDriveFor(member: Member, query: Record<string, unknown>): Promise<DriveView> {
  const { organizationId } = member
  const read = () => withOrganization(member, (db) => readConnection(db, organizationId))
  let result = await read()
  const folders = result.connection && (await foldersOf(organizationId))
  // Asking for the folders may have found the grant withdrawn.
  if (result.connection && !folders) result = await read()
  const { connection, baseFolder, version } = result
  return {
    configured: findOAuthClient() !== null,
    callbackAddress: callbackAddress(),
    version,
    notedFolder: connection ? null : baseFolder,
    failure: asProblem(query.failed),
    justConnected: query.connected === '1' && connection !== null,
    connection: connection && {
      accountEmail: connection.accountEmail,
      connectedAt: connection.connectedAt,
      folder: baseFolder && connection.folderName ? { id: baseFolder, name: connection.folderName } : null,
      checkedAt: connection.checkedAt,
      problem: asProblem(connection.errorCode),
      folders,
    },
  }
}

async function readConnection(db: Db, organizationId: string) {
  const { baseFolder, version } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { baseFolder: true, version: true },
  })
  const connection = await db.driveConnection.findUnique({
    where: { organizationId },
    select: { accountEmail: true, connectedAt: true, folderName: true, checkedAt: true, errorCode: true },
  })
  return { baseFolder, version, connection }
}

const foldersOf = (organizationId: string) =>
  listFolders(organizationId).catch((error: unknown): null => {
    if (error instanceof UserError) return null
    throw error
  })

export type DriveTarget = { folderId: string; folderName: string }

/** Where files can be saved now; null while no drive is connected, none of its folders is chosen, or the grant is dead. */
export async function findDriveTarget(db: Db, organizationId: string): Promise<DriveTarget | null> {
  const { baseFolder, connection } = await readConnection(db, organizationId)
  if (!baseFolder || !connection?.folderName || connection.errorCode === 'driveExpired') return null
  return { folderId: baseFolder, folderName: connection.folderName }
}
