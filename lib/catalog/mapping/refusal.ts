import type { ErrorCode } from '@/lib/core/errors'
import type { RefusalCode } from '@/lib/core/sheets/refusal'

/** Where the reader's refusal fits any file, these say what to do about the sheet of mappings. */
const own: Partial<Record<RefusalCode, ErrorCode>> = {
  importNotSpreadsheet: 'mappingNotSpreadsheet',
  importDamaged: 'mappingDamaged',
  importNoRows: 'mappingNoRows',
  importTooManyRows: 'mappingTooManyRows',
  importColumnsMissing: 'mappingColumnsMissing',
}

export const refusalOfSheet = (code: RefusalCode): ErrorCode => own[code] ?? code
