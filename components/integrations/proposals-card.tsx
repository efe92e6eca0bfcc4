import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { NoData } from '@/components/ui/no-data'
import { expenseKinds } from '@/lib/expenses/schema'
import { formatDateTime, formatDay } from '@/lib/dates'
import type { Language } from '@/lib/language'
import { formatMoney } from '@/lib/money'
import type { DiffLine } from '@/lib/proposals/contract'
import type { OpenProposal } from '@/lib/proposals/views'
import { DecideProposal } from './decide-proposal'

type ProposalsProps = { proposals: OpenProposal[]; timeZone: string }

/** What programs would do: each line as it is and as it would be, and a person's yes or no. */
export function ProposalsCard({ proposals, timeZone }: ProposalsProps) {
  const t = useTranslations('proposals')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <ul className="grid gap-4">
        {proposals.map(({ id, kind, diff, expiresAt }) => (
          <li key={id} className="grid gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
            <h3 className="font-semibold">{t(`kinds.${kind}`)}</h3>
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
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-[13px] text-ink-3">
                {t('expires', { when: formatDateTime(expiresAt, language, timeZone) })}
              </span>
              <DecideProposal id={id} name={t(`kinds.${kind}`)} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Change({ line: { label, unit, before, after } }: { line: DiffLine }) {
  const language = useLocale()
  const kinds = useTranslations('expenses.kinds')
  const written = (value: string) => (label === 'expenseKind' ? kinds(asKind(value)) : writtenIn(value, unit, language))
  return (
    <>
      {before !== null && <s className="mr-2 text-ink-3">{written(before)}</s>}
      {after === null ? <NoData /> : <span className="font-medium">{written(after)}</span>}
    </>
  )
}

const asKind = (value: string) => expenseKinds.find((kind) => kind === value) ?? 'variable'

function writtenIn(value: string, unit: DiffLine['unit'], language: Language): string {
  if (unit === 'cents') return formatMoney(BigInt(value), language)
  return unit === 'day' ? formatDay(value, language) : value
}
