/** The functions of `Math` that amounts need. */
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
export const smallest = (first: bigint, ...others: bigint[]): bigint =>
  others.reduce((least, value) => (value < least ? value : least), first)
export const largest = (first: bigint, ...others: bigint[]): bigint =>
  others.reduce((most, value) => (value > most ? value : most), first)
export const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
