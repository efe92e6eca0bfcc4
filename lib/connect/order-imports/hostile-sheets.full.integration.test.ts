// Full form: measures the time and the memory of a process that reads bombs of full size. Default: lib/core/sheets/sheet-reader.test.ts, lib/core/sheets/shared-texts.test.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  filledSheet,
  hostileSheets,
  largeHostileSheets,
  memoryFiller,
  wideSheet,
} from '@/lib/testing/factories/hostile-sheets'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'
import type { Opened } from '@/lib/testing/fakes/sheet-opener'
import { drawnFrom, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { makeZip, sheetXml, workbookParts } from '@/lib/testing/factories/zip-file'
import { refusalCodes } from '@/lib/core/sheets/refusal'
import { SharedTexts } from '@/lib/core/sheets/shared-texts'

const DAMAGED = isFullProfile ? 300 : 12
const MOST_MS = 1000
const MOST_MEGABYTES = 50

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
const opener = new TestProcess('lib/testing/fakes/sheet-opener.ts')
beforeAll(async () => {
  expect(await opener.receive()).toBe('ready')
  // Modules loaded once belong to no sheet.
  for (const reader of ['orders', 'rows']) await opener.send({ path: await write(goodSheet()), reader })
})
const worst = { milliseconds: 0, megabytes: 0 }
const filled: Record<string, string> = {}
let refused = 0
let read = 0
afterAll(async () => {
  await opener.end()
  rmSync(folder, { recursive: true, force: true })
  const limit = (what: string, measured: number, most: number, unit: string) => ({
    what,
    found: `${measured} ${unit}`,
    wanted: `< ${most} ${unit}${isFullProfile ? '' : ' (full profile)'}`,
    holds: measured < most || !isFullProfile,
  })
  reportFigures({
    accepted: read,
    refused,
    notes: filled,
    figures: [
      limit('the slowest answer', worst.milliseconds, MOST_MS, 'ms'),
      limit('the most memory', worst.megabytes, MOST_MEGABYTES, 'MB'),
    ],
  })
})

const random = randomFrom(Number(drawnFrom))
let count = 0
async function write(content: Buffer | Promise<Buffer>): Promise<string> {
  const path = join(folder, `${(count += 1)}.xlsx`)
  writeFileSync(path, await content)
  return path
}
async function goodSheet(): Promise<Buffer> {
  const path = join(folder, 'good.xlsx')
  await writeOrderExport(path, sampleOrders(20, 1))
  return readFileSync(path)
}

async function open(path: string, reader: 'orders' | 'rows'): Promise<Opened> {
  const opened = (await opener.send<Opened>({ path, reader }))!
  worst.milliseconds = Math.max(worst.milliseconds, opened.milliseconds)
  worst.megabytes = Math.max(worst.megabytes, opened.megabytes)
  if (opened.outcome === 'read') read += 1
  else refused += 1
  return opened
}

const readers = ['orders', 'rows'] as const
/**
 * Files that only one of the two readers accepts. Headings may stand in any sheet, so orders are searched to the end
 * too.
 */
const OTHERWISE: Record<string, Partial<Record<(typeof readers)[number], string>>> = {
  'a text file': { orders: 'importColumnsMissing', rows: 'read' },
}

test.each([...hostileSheets, ...largeHostileSheets])(
  '%s is refused, as orders and as rows: %s',
  async (name, code, make) => {
    const path = await write(make())
    for (const reader of readers) {
      const { outcome } = await open(path, reader)
      expect({ reader, outcome }).toEqual({ reader, outcome: OTHERWISE[name]?.[reader] ?? code })
    }
  },
)

// Here the time is that of so much to read, and the memory the thread's own: neither is held against what a bomb may take.
test('orders that fill the memory of a thread end it, and not the process, which reads on', async () => {
  const path = await write(memoryFiller())
  const { outcome, milliseconds, megabytes } = (await opener.send<Opened>({ path, reader: 'orders' }))!
  expect(outcome).toBe('importUnsafe')
  filled['until orders that fill a thread end it'] = `${milliseconds} ms, ${megabytes} MB`
  expect(await opener.send({ path: await write(goodSheet()), reader: 'orders' })).toMatchObject({ outcome: 'read' })
})

test('48 MB of wide texts that all stand in cells are read', async () => {
  const { outcome, milliseconds, megabytes } = (await opener.send<Opened>({
    path: await write(wideSheet()),
    reader: 'rows',
  }))!
  expect(outcome).toBe('read')
  filled['to read 48 MB of wide texts'] = `${milliseconds} ms, ${megabytes} MB`
})

test('shared texts of more than 128 MB are refused before there is room for them, however little they shrank', () => {
  const ofBytes = (partBytes: number) => () => new SharedTexts({ partBytes, packedBytes: 2 ** 26, sheetBytes: 1 })
  expect(ofBytes(2 ** 27)).not.toThrow()
  expect(ofBytes(2 ** 27 + 1)).toThrow(expect.objectContaining({ code: 'importUnsafe' }))
})

test.each<[string, (rows: number) => Buffer]>([
  ['a workbook', filledSheet],
  ['a text', (rows) => Buffer.from('1;2\n'.repeat(rows))],
])('%s of 200,000 filled rows is read, and one more refused', async (_, make) => {
  const outcomes = []
  for (const rows of [200_000, 200_001])
    outcomes.push((await opener.send<Opened>({ path: await write(make(rows)), reader: 'rows' }))?.outcome)
  expect(outcomes).toEqual(['read', 'importTooManyRows'])
})

/** Bytes changed, left out, said twice or put elsewhere: in the file, or in the text of its sheet. */
const damages: ((bytes: Buffer) => Buffer)[] = [
  (bytes) => {
    const changed = Buffer.from(bytes)
    for (let left = random.between(1, 20); left > 0; left -= 1)
      changed[random.between(0, bytes.length - 1)] = random.between(0, 255)
    return changed
  },
  (bytes) => bytes.subarray(0, random.between(0, bytes.length)),
  (bytes) => {
    const [from, until] = placesIn(bytes)
    return Buffer.concat([bytes.subarray(0, until), bytes.subarray(from)])
  },
  (bytes) => {
    const [from, until] = placesIn(bytes)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)])
  },
  (bytes) => {
    const [from, until] = placesIn(bytes)
    return Buffer.concat([bytes.subarray(until), bytes.subarray(from, until), bytes.subarray(0, from)])
  },
]
const placesIn = ({ length }: Buffer) =>
  [random.between(0, length), random.between(0, length)].sort((a, b) => a - b) as [number, number]

test('a sheet damaged in any way is read or refused, and nothing else', async () => {
  const good = await goodSheet()
  const text = Buffer.from(sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1.5</v></c></row>'.repeat(50)))
  const shared = Buffer.from('<sst><si><t>caneca &amp; prato</t></si></sst>')
  for (let at = 0; at < DAMAGED; at += 1) {
    const damage = damages[at % damages.length]!
    const [sheet, strings] = at % 4 === 1 ? [damage(text), shared] : [text, damage(shared)]
    const path = await write(at % 2 ? makeZip(workbookParts(sheet, strings)) : damage(good))
    for (const reader of readers) {
      const { outcome } = await open(path, reader)
      expect({ at, reader, outcome: ['read', ...refusalCodes].includes(outcome) || outcome }).toEqual({
        at,
        reader,
        outcome: true,
      })
    }
  }
})
