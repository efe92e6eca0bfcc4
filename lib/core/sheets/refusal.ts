import { UserError } from '../errors'

export const refusalCodes = [
  'importFileEmpty',
  'importFileTooLarge',
  'importNotSpreadsheet',
  'importIsArchive',
  'importProtected',
  'importOldExcel',
  'importUnsafe',
  'importDamaged',
  'importNoRows',
  'importTooManyRows',
  'importQuoteOpen',
  'importColumnsMissing',
  'importIsMoney',
  'moneyFileUnknown',
  'moneyFileIsOrders',
  'moneyFileIsCatalogue',
  'moneyFileIsSales',
  'moneyFileNoPeriod',
  'moneyFileAdsTooLong',
  'moneyFileIsCardBill',
  'moneyFileIsForeign',
  'moneyFileAdsDivided',
  'moneyFileAffiliateTotals',
  'moneyFileFullStock',
  'moneyFileOverview',
  'moneyFileBankSheet',
  'moneyFileCnab',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** A file that is not read at all; the code is a key of the `errors` catalogue. */
export class SheetRefused extends Error {
  readonly code: RefusalCode
  readonly values: Record<string, string | number>

  constructor(code: RefusalCode, values: Record<string, string | number> = {}) {
    super(code)
    this.name = 'SheetRefused'
    this.code = code
    this.values = values
  }
}

/** Reports to the client that the uploaded file is refused. */
export function reportRefusal(error: unknown): never {
  if (error instanceof SheetRefused) throw new UserError(error.code, { values: error.values })
  throw error
}
