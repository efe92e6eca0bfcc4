import { takeAlongAction } from '../company-archive/actions'
import type { Actor } from '../db'
import type { Language } from '../language'
import { readExportFile, runTask } from './exports'
import { envelope, signInAs } from './factories'
import { PASSWORD } from './given-password'
import { dataOf } from './order-desk'
import { unpackZip } from './unpack-zip'

/** As the button of the company's page asks for it. */
export async function askAsPerson(actor: Actor, password = PASSWORD, language: Language = 'pt') {
  await signInAs(actor)
  return takeAlongAction(envelope(actor), { language, password })
}

export const askArchive = async (actor: Actor, language: Language = 'pt') =>
  dataOf(await askAsPerson(actor, PASSWORD, language)).exportId

/** What an owner finds in the archive that the worker wrote. */
export async function readArchive(owner: Actor, language: Language = 'pt'): Promise<Map<string, Buffer>> {
  const exportId = await askArchive(owner, language)
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
