/** Each amount against the largest, between 0 and 1; none where they say nothing together. */
export function sharesOf(amounts: (string | null)[]): number[] {
  const known = amounts.map((amount) => BigInt(amount ?? 0))
  const largest = known.reduce((most, amount) => (amount > most ? amount : most), 0n)
  if (amounts.length < 2 || largest === 0n) return []
  return known.map((amount) => (amount <= 0n ? 0 : Number((amount * 1000n) / largest) / 1000))
}
