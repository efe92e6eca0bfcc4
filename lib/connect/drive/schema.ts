import { z } from 'zod'
import { passwordAgain } from '@/lib/identity/auth/schema'
import { recordVersion } from '@/lib/core/record-version'

export const drivePath = '/dashboard/settings/drive'
/** Where Google sends the browser back to; registered with the OAuth client to the letter. */
export const driveCallbackPath = '/api/drive/callback'

export const driveProblems = [
  'driveStateMissing',
  'driveStateReused',
  'driveStateForeign',
  'driveDenied',
  'driveScopeMissing',
  'driveCodeRefused',
  'driveNotConfigured',
  'driveExpired',
  'driveApiDisabled',
  'driveUnavailable',
  'driveFull',
  'driveFolderNotFound',
  'driveFolderReadOnly',
  'driveFolderMissing',
  'driveNotConnected',
  'driveUploadFailed',
] as const
export type DriveProblem = (typeof driveProblems)[number]

const folderAddress = /\/folders\/([\w-]+)/
const folderId = /^[\w-]{10,200}$/

/** The id in what was typed or pasted: an id itself, or the address of a folder; null when it is neither. */
export function readFolderId(text: string): string | null {
  const typed = text.trim()
  if (folderId.test(typed)) return typed
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (url?.protocol !== 'https:' || url.hostname !== 'drive.google.com') return null
  const result = folderAddress.exec(url.pathname)?.[1] ?? url.searchParams.get('id')
  return result && folderId.test(result) ? result : null
}

export const connectDriveInput = z.object({ password: passwordAgain })
export const disconnectDriveInput = z.object({ password: passwordAgain })
export const createFolderInput = z.object({ version: recordVersion })
export const chooseFolderInput = z.object({
  version: recordVersion,
  folder: z
    .string()
    .max(500)
    .transform((text, context) => {
      const id = readFolderId(text)
      if (!id) context.addIssue({ code: 'custom', message: 'drive.folder.invalid' })
      return id ?? ''
    }),
})
export type ChooseFolderInput = z.output<typeof chooseFolderInput>
export const testFolderInput = z.object({})
