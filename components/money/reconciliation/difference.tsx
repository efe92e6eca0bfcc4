import { useLocale } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { formatAmount, formatMoney } from '@/lib/core/money'

const plus = '+'

/** Signed, and never by colour alone: what the seller lacks is negative. */
export function Difference({ cents, mark = false, className }: { cents: bigint; mark?: boolean; className?: string }) {
  const language = useLocale()
  const text = mark ? formatMoney(cents, language) : formatAmount(cents, language)
  return (
    <span className={classNames('money', cents < 0n && 'text-bad', className)}>{cents > 0n ? plus + text : text}</span>
  )
}
