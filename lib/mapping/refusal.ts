import type { ErrorCode } from '../errors'
import type { RefusalCode } from '../imports/refusal'

/** Where the reader's refusal fits any file, these say what to do about the sheet of mappings. */
const own: Partial<Record<RefusalCode, ErrorCode>> = {
  importNotSpreadsheet: 'mappingNotSpreadsheet',
  importDamaged: 'mappingDamaged',
  importNoRows: 'mappingNoRows',
  importTooManyRows: 'mappingTooManyRows',
  importColumnsMissing: 'mappingColumnsMissing',
}

export const refusalOfSheet = (code: RefusalCode): ErrorCode => own[code] ?? code
