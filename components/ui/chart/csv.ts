const bom = '\ufeff'
const startsFormula = /^[=+\-@\t\r]/
const plainNumber = /^[-+]?(R\$ ?)?[\d.,]+%?$/

/** For Excel in Brazil: semicolons and a byte order mark. A cell that would start a formula is made text. */
export function toCsv(rows: string[][]): string {
  const cell = (text: string) => {
    const plain = text.replace(/\u00a0/g, ' ').replace(/\u2212/g, '-')
    const safe = startsFormula.test(plain) && !plainNumber.test(plain) ? `'${plain}` : plain
    return /[";\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
  }
  return bom + rows.map((row) => row.map(cell).join(';')).join('\r\n') + '\r\n'
}
