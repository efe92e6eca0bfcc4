/** Authorized, authorized after the deadline, and authorized with a warning. */
export const takenStatuses: readonly string[] = ['100', '150', '120']

/** The layout has a point; issuers' own programs write a comma, with points for thousands, and leave out noughts. */
export const plainNumber = (text: string): string =>
  /^(\d{1,3}(\.\d{3})+|\d+),\d+$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text

/** An amount of an electronic invoice; null for what is none. */
export function centsOf(text: string): bigint | null {
  const [, whole, cents = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(plainNumber(text)) ?? []
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
}
