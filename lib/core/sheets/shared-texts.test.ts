import { SheetRefused } from './refusal'
import { SharedTexts } from './shared-texts'

const MEGABYTE = 1024 * 1024
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'read'
  } catch (error) {
    return error instanceof SheetRefused ? error.code : String(error)
  }
}

test.each([
  ['shrinks to a twentieth', 20, 'read'],
  ['shrinks to a fiftieth', 50, 'importUnsafe'],
])('a large part that %s is judged by that: one that was made to fill memory is refused', (_, ratio, code) => {
  const sizes = (partBytes: number) => ({ partBytes, packedBytes: partBytes / ratio, sheetBytes: MEGABYTE })
  expect(codeOf(() => new SharedTexts(sizes(32 * MEGABYTE)))).toBe(code)
  expect(codeOf(() => new SharedTexts(sizes(MEGABYTE)))).toBe('read')
})

test('more texts than the sheets can have cells for are refused, unless they are few', () => {
  const text = 'a'.repeat(100)
  const fill = (sheetBytes: number, texts: number) => {
    const shared = new SharedTexts({ partBytes: 4 * MEGABYTE, packedBytes: MEGABYTE, sheetBytes })
    for (let nth = 0; nth < texts; nth += 1) shared.add(text)
    return shared.at(texts - 1)
  }
  expect(codeOf(() => fill(1000, 30_000))).toBe('importUnsafe')
  expect(codeOf(() => fill(1000, 15_000))).toBe('read')
  expect(codeOf(() => fill(30_000 * 21, 30_000))).toBe('read')
})
