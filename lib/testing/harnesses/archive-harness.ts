import { requestArchiveAction } from '@/lib/insight/company-export/actions'
import type { Actor } from '@/lib/core/db'
import type { Language } from '@/lib/core/language'
import { readExportFile, runTask } from '../factories/exports'
import { envelope, signInAs } from '../factories/factories'
import { PASSWORD } from '../samples/given-password'
import { dataOf } from './order-harness'
import { unpackZip } from '../factories/unpack-zip'

/** As the button of the company's page asks for it. */
export async function requestAsPerson(actor: Actor, password = PASSWORD, language: Language = 'pt') {
  await signInAs(actor)
  return requestArchiveAction(envelope(actor), { language, password })
}

export const requestTestArchive = async (actor: Actor, language: Language = 'pt') =>
  dataOf(await requestAsPerson(actor, PASSWORD, language)).exportId

/** The content of the archive that the worker wrote, as an owner reads it. */
export async function readArchive(owner: Actor, language: Language = 'pt'): Promise<Map<string, Buffer>> {
  const exportId = await requestTestArchive(owner, language)
  await runTask('export-list', owner, exportId)
  return unpackZip(await readExportFile(owner, exportId))
}

export const rowsOf = (archive: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  archive
    .get(`dados/${table}.jsonl`)!
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
