import { readXml } from './xml-events'
import type { ZipEntry } from './zip-directory'

/** The formats of days and clocks that every workbook knows by their numbers. */
const isBuiltIn = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47)
/** Letters of a day outside of what is literal: quoted text, colors and conditions, a unit's letter, one that gives a width or fills the cell. */
const showsDay = (code: string) => /[dmy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''))

/** The styles of a workbook that show a number as a day. */
export async function readDateStyles(path: string, entry: ZipEntry | undefined): Promise<ReadonlySet<string>> {
  const styles = new Set<string>()
  if (!entry) return styles
  const own = new Map<number, boolean>()
  let count = 0
  let inCells = false
  await readXml(path, entry, {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'numFmt') own.set(Number(numFmtId), showsDay(formatCode))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const format = Number(numFmtId ?? 0)
        if (own.get(format) ?? isBuiltIn(format)) styles.add(String(count))
        count += 1
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
