import 'server-only'
import { can } from '@/lib/core/permissions'
import type { Actor } from '@/lib/core/db'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'
import type { SheetKind, SheetOptions } from './sheet-run'
import { receiveImportFile, storeImport, type SentFile } from './store-import'

const uploadLimit = { name: 'upload', points: 30, seconds: 600 }

export type SheetUpload = { kind: SheetKind; fileName: string; channel: string | null }

/** A sheet of products or of sales as its form sends it. */
export const receiveSheet = async (
  actor: Actor,
  request: Request,
  upload: SheetUpload,
): Promise<{ importId: string }> => uploadSheet(actor, upload, await receiveImportFile(actor, request, uploadLimit))

export function uploadSheet(
  actor: Actor,
  { kind, fileName, channel }: SheetUpload,
  file: SentFile,
): Promise<{ importId: string }> {
  const options = { seesMoney: can(actor.role, 'money.read'), ...(channel && { channel }) } satisfies SheetOptions
  return storeImport(
    actor,
    {
      route: 'uploadSheet',
      kind,
      input: { kind, fileName, channel },
      inspect: inspectTableFile,
      describe: () => ({ options, audited: { kind } }),
    },
    file,
  )
}
