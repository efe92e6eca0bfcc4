import type { ErrorCode } from '../errors'
import type { RefusalCode } from '../imports/refusal'

/** The reader's refusals speak of an export of orders; these say what to do about the sheet of mappings. */
const own: Partial<Record<RefusalCode, ErrorCode>> = {
  importNotSpreadsheet: 'mappingNotSpreadsheet',
  importUnsafe: 'mappingDamaged',
  importDamaged: 'mappingDamaged',
  importNoRows: 'mappingNoRows',
  importTooManyRows: 'mappingTooManyRows',
  importColumnsMissing: 'mappingColumnsMissing',
}

export const refusalOfSheet = (code: RefusalCode): ErrorCode => own[code] ?? code
