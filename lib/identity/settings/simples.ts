import type { Cents } from '@/lib/core/money'

export type SimplesBand = { upToCents: Cents; nominal: bigint; deductionCents: Cents }

const band = (upToReais: bigint, nominal: bigint, deductionReais: bigint): SimplesBand => ({
  upToCents: upToReais * 100n,
  nominal,
  deductionCents: deductionReais * 100n,
})

/** Anexo I (trade) of Simples Nacional, nominal rates in millionths. An orientation beside the form, never what is charged. */
export const simplesBands: readonly SimplesBand[] = [
  band(180_000n, 40_000n, 0n),
  band(360_000n, 73_000n, 5_940n),
  band(720_000n, 95_000n, 13_860n),
  band(1_800_000n, 107_000n, 22_500n),
  band(3_600_000n, 143_000n, 87_300n),
  band(4_800_000n, 190_000n, 378_000n),
]

export type SimplesEstimate = SimplesBand & {
  /** From 1, as the law counts them. */
  number: number
  /** (RBT12 × nominal − deduction) ÷ RBT12, in millionths. */
  effective: bigint
}

/** The effective rate by the revenue of the last twelve months; null above the last band, where Simples ends. */
export function estimateSimples(rbt12Cents: Cents): SimplesEstimate | null {
  const index = simplesBands.findIndex(({ upToCents }) => rbt12Cents <= upToCents)
  const result = simplesBands[index]
  if (!result) return null
  return { ...result, number: index + 1, effective: effectiveRate(rbt12Cents, result) }
}

function effectiveRate(rbt12Cents: Cents, { nominal, deductionCents }: SimplesBand): bigint {
  if (rbt12Cents <= 0n) return nominal
  const tax = rbt12Cents * nominal - deductionCents * 1_000_000n
  return (2n * tax + rbt12Cents) / (2n * rbt12Cents)
}
