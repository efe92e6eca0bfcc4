import { PDFDocument } from '@cantoo/pdf-lib'
import { makeZip } from '@/lib/testing/factories/zip-file'
import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import { readLabelFile } from './label-form'
import { maxLabelBytes } from './read-labels'

const zpl = '~DGR:LABEL.GRF,8,1,FFFFFFFFFFFFFFFF\n^XA^PW800^LL1200^FO0,0^XGR:LABEL.GRF,1,1^FS^XZ\n'
async function pdf(pages = 1) {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([283, 425])
  return Buffer.from(await document.save())
}
const read = async (bytes: Uint8Array) => {
  const label = await readLabelFile(bytes)
  return label && { form: label.form, text: Buffer.from(label.bytes).toString('latin1') }
}
const pagesOf = async (bytes: Uint8Array) => {
  const label = await readLabelFile(bytes)
  return label?.form === 'pdf' ? (await PDFDocument.load(label.bytes)).getPageCount() : label
}

test('a label is a PDF, commands for a thermal printer, or an archive of either, whatever its entries are called', async () => {
  expect(await pagesOf(await pdf(2))).toBe(2)
  expect(await read(Buffer.from(zpl))).toEqual({ form: 'zpl', text: zpl })
  expect(await read(makeZip([{ name: 'thermal_zpl_shipping_label.txt', content: zpl }]))).toMatchObject({ form: 'zpl' })
  expect(await pagesOf(makeZip([{ name: 'a.bin', content: await pdf() }]))).toBe(1)
  expect(
    await pagesOf(
      makeZip([
        { name: 'pasta/', content: '' },
        { name: 'pasta/1.pdf', content: await pdf(), stored: true },
      ]),
    ),
  ).toBe(1)
})

test('an archive within an archive is opened, and one within that is not', async () => {
  const inner = makeZip([{ name: 'a.zpl', content: zpl }])
  expect(await read(makeZip([{ name: 'a.zip', content: inner }]))).toMatchObject({ form: 'zpl' })
  expect(await read(makeZip([{ name: 'b.zip', content: makeZip([{ name: 'a.zip', content: inner }]) }]))).toBeNull()
})

test('an archive of several parts is one label with all of them, in their order', async () => {
  expect(
    await pagesOf(
      makeZip([
        { name: '1.pdf', content: await pdf() },
        { name: '2.pdf', content: await pdf(2) },
      ]),
    ),
  ).toBe(3)
  const two = makeZip([
    { name: '1.txt', content: '^XA1^XZ' },
    { name: 'leia-me.txt', content: 'nada' },
    { name: '2.txt', content: '^XA2^XZ' },
  ])
  expect(await read(two)).toEqual({ form: 'zpl', text: '^XA1^XZ\n^XA2^XZ\n' })
  const both = makeZip([
    { name: 'a.txt', content: zpl },
    { name: 'a.pdf', content: await pdf() },
  ])
  expect(await pagesOf(both)).toBe(1)
})

test.each([
  '\u0010CT~~CD,~CC^~CT~\n^XA~TA000^FDa^FS^XZ',
  'CT~~CD,~CC^~CT~^XA^FDa^FS^XZ',
  '\u00ef\u00bb\u00bf^XA^FDa^FS^XZ',
  '\r\n  ^xa^fda^fs^xz',
  '^XA^FDção^FS^XZ\n^XA^FDb^FS^XZ',
])('commands are known by their first and last word, with a mark, blanks or small letters: %s', async (text) => {
  expect(await read(Buffer.from(text, 'latin1'))).toEqual({ form: 'zpl', text })
})

test('a file of another kind, a cut one, or one that swells past the size of a label is no label', async () => {
  const cut = (await pdf()).subarray(0, 400)
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('nada'),
    Buffer.from('^XA cut off'),
    Buffer.from('a text with ^XA and ^XZ in it'),
    makeZip([]),
    makeZip([{ name: 'a.txt', content: 'nada' }]),
    makeZip([
      { name: 'a.pdf', content: await pdf() },
      { name: 'b.pdf', content: cut },
    ]),
    makeZip([{ name: 'a.txt', content: zpl }]).subarray(0, 60),
    makeZip([{ name: 'a.txt', content: `^XA${' '.repeat(maxLabelBytes)}^XZ` }]),
    makeZip([{ name: 'a.txt', content: `^XA${' '.repeat(100_000)}^XZ`, claimedBytes: 10 }]),
    makeZip(Array.from({ length: 51 }, (_, index) => ({ name: `${index}.txt`, content: zpl }))),
    makeZip([{ name: 'a.txt', content: zpl, flags: 1 }]),
  ])
    expect(await read(bytes)).toBeNull()
})

test('a label of empty paper packs better than a sheet may', async () => {
  const paper = `~DGR:A.GRF,120000,100,${'0'.repeat(240_000)}\n^XA^XGR:A.GRF^FS^XZ`
  const zip = makeZip([{ name: 'a.txt', content: paper }])
  expect(zip.length).toBeLessThan(2_400)
  expect(await read(zip)).toMatchObject({ form: 'zpl' })
})

describeCases('as the platform sends it', () => {
  test('a thermal label in an archive is handed over as commands', async () => {
    expect(await read(readCase('etiqueta-termica-zpl.zip'))).toEqual({ form: 'zpl', text: `${zpl}\n` })
  })
})

test('a text with many beginnings of a format and no end is none, in no time', async () => {
  const spent = await processorMs(async () => expect(await read(Buffer.from('^XA'.repeat(30_000)))).toBeNull())
  expect(spent).toBeLessThan(200)
  expect(await read(Buffer.from('^xz^xa'))).toBeNull()
  expect(await read(Buffer.from('^xa^fdx^fs^xz'))).toMatchObject({ form: 'zpl' })
})
