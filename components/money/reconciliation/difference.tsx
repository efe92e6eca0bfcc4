import { useLocale } from 'next-intl'
import { formatAmount } from '@/lib/core/money'

const plus = '+'

/** Signed, and never by colour alone: what the seller lacks is negative. */
export function Difference({ cents }: { cents: bigint }) {
  const language = useLocale()
  const text = formatAmount(cents, language)
  return <span className={cents < 0n ? 'money text-bad' : 'money'}>{cents > 0n ? plus + text : text}</span>
}
