import { suite } from './suite'
import { without } from './text-mutants'

const directory = 'lib/core/sheets/zip-directory.ts'

/** Files that somebody sends to be read. */
export const sheets = suite({
  name: 'sheets',
  claim: 'zip bombs, entity bombs, overlapping entries, malformed sheets: refused in < 1 s, memory +< 50 MB, no hang',
  step: 'integration',
  tests: ['lib/connect/order-imports/hostile-sheets', 'app/api/imports/import-guards', 'app/api/imports/upload-limits'],
  mutants: [
    without(
      'ratio',
      'the limit of how well an entry may be packed',
      directory,
      /const bomb = /,
      'const bomb = false && ',
    ),
    without('overlap', 'that no entry lies in another one', directory, /if \(entry\.dataOffset < free\)/, 'if (false)'),
    without('entries', 'the limit of entries', directory, /if \(count > limits\.entries\)/, 'if (false)'),
    without(
      'doctype',
      'that no document type may be named',
      'lib/core/sheets/xml-events.ts',
      /parser\.on\('doctype', /,
      "parser.on('comment', ",
    ),
    without(
      'claim',
      'that no more is unpacked than was claimed',
      'lib/core/sheets/zip-entry.ts',
      /if \(bytes > entry\.unpackedBytes\)/,
      'if (false)',
    ),
    without(
      'announced',
      'the look at the size that a file is said to have, before it is read',
      'lib/connect/order-imports/store-import.ts',
      /if \(announcedBytes\(request\) > sheetLimits\.fileBytes\)/,
      'if (false)',
    ),
    without(
      'received',
      'the size limit of a file without a stated size',
      'lib/core/files/store.ts',
      /if \(bytes > BigInt\(maxBytes\)\)/,
      'if (false)',
    ),
    without(
      'opened',
      'the limit of the size of a file that is opened',
      directory,
      /if \(size > limits\.fileBytes\)/,
      'if (false)',
    ),
    without(
      'unpacked',
      'the limit of all that may be unpacked',
      directory,
      / \|\| unpacked > limits\.unpackedBytes\)/,
      ')',
    ),
    without(
      'rows',
      'the limit of rows of a workbook, filled or not',
      'lib/core/sheets/sheet-reader.ts',
      /if \(rowCount > sheetLimits\.rows \+ 1\)/,
      'if (false)',
    ),
    without(
      'texts',
      'the limit of shared texts, which no more cells say',
      'lib/core/sheets/shared-texts.ts',
      /this\.used > strayBytes && this\.count > this\.cells/,
      'false',
    ),
    without(
      'dense-texts',
      'the limit of how much shared texts may shrink',
      'lib/core/sheets/shared-texts.ts',
      /partBytes > packedBytes \* dense\.ratio/,
      'false',
    ),
    without(
      'text-bytes',
      'the limit of how large shared texts may be',
      'lib/core/sheets/shared-texts.ts',
      /if \(partBytes > most\.bytes\)/,
      'if (false)',
    ),
    without(
      'piece',
      'the limit of what a piece of a sheet may say in shared texts',
      'lib/core/sheets/sheet-reader.ts',
      /if \(pieceCharacters > mostPieceCharacters\)/,
      'if (false)',
    ),
    without(
      'filled-rows',
      'the limit of filled rows of a workbook',
      'lib/core/sheets/table-reader.ts',
      /if \(rows > Math\.min\(maxRows, sheetLimits\.rows\)\)/,
      'if (false)',
    ),
    without(
      'text-rows',
      'the limit of rows of a text',
      'lib/core/sheets/csv-reader.ts',
      /if \(rows > maxRows\)/,
      'if (false)',
    ),
    without(
      'memory',
      'the limit of the memory of a thread that reads',
      'lib/core/process/kept-thread.ts',
      /resourceLimits: \{[^}]+\},/,
    ),
  ],
})
