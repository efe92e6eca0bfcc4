import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { OpenProposal } from '@/lib/assist/proposals/views'
import { DecideProposal } from './decide-proposal'
import { ProposalLines } from './proposal-lines'

type ProposalsProps = { proposals: OpenProposal[]; timeZone: string }

/** The proposals of programs: each line as it is and as it would be, and a person's decision. */
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
            <ProposalLines diff={diff} />
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
