import { SheetRefused } from './refusal'

// 200,000 rows of 65 columns share 2.1 million texts of 64 MB, of 92 MB with a long address in each.
const most = { bytes: 128 * 1024 * 1024, texts: 4_000_000 }
// An export's shrink to a fifth. Content that shrinks far more was made to fill memory: a little of that does no harm.
const dense = { ratio: 25, floorBytes: 16 * 1024 * 1024 }
// Some programs leave texts behind whose cells are gone: so many bytes cost nothing.
const strayBytes = 2_000_000
/** `<c t="s"><v>0</v></c>`: what a cell takes at least that says a shared text. */
const shortestCellBytes = 21

/** How large their part is unpacked and packed, and the sheets that may say them unpacked. */
type Sizes = { partBytes: number; packedBytes: number; sheetBytes: number }

/**
 * The shared texts of a workbook, by their number. They lie outside the heap and as UTF-8: as strings, so many take more than
 * twice as much, and one letter beyond Latin-1 doubles that.
 */
export class SharedTexts {
  private readonly bytes: Buffer
  private readonly ends: Uint32Array
  private readonly cells: number
  private count = 0
  private used = 0

  constructor({ partBytes, packedBytes, sheetBytes }: Sizes) {
    if (partBytes > most.bytes) throw new SheetRefused('importUnsafe')
    if (partBytes > dense.floorBytes && partBytes > packedBytes * dense.ratio) throw new SheetRefused('importUnsafe')
    this.cells = sheetBytes / shortestCellBytes
    // No text is longer than what stands for it in the part. Memory that is not written to is not taken.
    this.bytes = Buffer.allocUnsafeSlow(partBytes)
    this.ends = new Uint32Array(most.texts)
  }

  add(text: string): void {
    if (this.count === most.texts) throw new SheetRefused('importUnsafe')
    this.used += this.bytes.write(text, this.used)
    this.ends[this.count] = this.used
    this.count += 1
    if (this.used > strayBytes && this.count > this.cells) throw new SheetRefused('importUnsafe')
  }

  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) throw new SheetRefused('importDamaged')
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index])
  }
}
