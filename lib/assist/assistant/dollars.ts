import type { Language } from '@/lib/core/language'
import { formatNumber } from '@/lib/core/money'

/** Millionths of a dollar, to the hundredth of a cent. */
export function writeDollars(micros: string, language: Language): string {
  const tenThousandths = (BigInt(micros) + 50n) / 100n
  const whole = tenThousandths / 10_000n
  const rest = String(tenThousandths % 10_000n).padStart(4, '0')
  return formatNumber({ toString: () => `${whole}.${rest}` }, language, 4, 4)
}
