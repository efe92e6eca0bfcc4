import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import ExcelJS from 'exceljs'

export type Cell = string | number | null
export type Sheet = { name: string; rows: AsyncIterable<Cell[]> | Iterable<Cell[]> }

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Sends while it writes: memory stays flat whatever the number of rows. */
export function sheetResponse(fileName: string, sheets: Sheet[], failed: (error: unknown) => void): Response {
  const out = new PassThrough()
  write(out, sheets).catch((error: unknown) => {
    failed(error)
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return new Response(Readable.toWeb(out) as ReadableStream, {
    headers: { 'content-type': TYPE, 'content-disposition': `attachment; filename="${fileName}"` },
  })
}

async function write(out: PassThrough, sheets: Sheet[]): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false })
  for (const { name, rows } of sheets) {
    const sheet = book.addWorksheet(name)
    for await (const cells of rows) {
      sheet.addRow(cells).commit()
      if (out.writableNeedDrain) await once(out, 'drain')
    }
    sheet.commit()
  }
  await book.commit()
}
