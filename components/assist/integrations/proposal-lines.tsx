import { useLocale, useTranslations } from 'next-intl'
import { NoData } from '@/components/ui/no-data'
import { formatDay } from '@/lib/core/dates'
import { expenseKinds } from '@/lib/money/expenses/schema'
import type { Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'
import type { DiffLine } from '@/lib/assist/proposals/contract'

/** Each line of what would change, as it is and as it would be. */
export function ProposalLines({ diff }: { diff: DiffLine[] }) {
  const t = useTranslations('proposals')
  return (
    <dl className="grid gap-1">
      {diff.map((line) => (
        <div key={line.label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{t(`labels.${line.label}`)}</dt>
          <dd className="text-right wrap-anywhere tabular-nums">
            <Change line={line} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Change({ line: { label, unit, before, after } }: { line: DiffLine }) {
  const language = useLocale()
  const t = useTranslations('proposals')
  const kinds = useTranslations('expenses.kinds')
  const written = (value: string) => (label === 'expenseKind' ? kinds(asKind(value)) : writtenIn(value, unit, language))
  return (
    <>
      {before !== null && (
        <>
          <span className="sr-only">{t('before')} </span>
          <s className="text-ink-3">{written(before)}</s> <span aria-hidden>→ </span>
          <span className="sr-only">{t('after')} </span>
        </>
      )}
      {after === null ? <NoData /> : <span className="font-medium">{written(after)}</span>}
    </>
  )
}

const asKind = (value: string) => expenseKinds.find((kind) => kind === value) ?? 'variable'

function writtenIn(value: string, unit: DiffLine['unit'], language: Language): string {
  if (unit === 'cents') return formatMoney(BigInt(value), language)
  return unit === 'day' ? formatDay(value, language) : value
}
