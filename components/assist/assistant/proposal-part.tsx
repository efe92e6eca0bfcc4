'use client'

import { useTranslations } from 'next-intl'
import { DecideProposal } from '@/components/assist/integrations/decide-proposal'
import { ProposalLines } from '@/components/assist/integrations/proposal-lines'
import { Card } from '@/components/ui/card'
import type { ProposalMark } from '@/lib/assist/assistant/views'
import type { Proposed } from '@/lib/assist/proposals/propose'

type ProposalPartProps = { proposed: Proposed; mark: ProposalMark; mayConfirm: boolean }

/** A draft: each line before and after, and the person's yes or no, which alone changes something. */
export function ProposalPart({ proposed: { id, kind, diff }, mark, mayConfirm }: ProposalPartProps) {
  const t = useTranslations('assistant')
  const kinds = useTranslations('proposals.kinds')
  return (
    <Card as="div" className="grid max-w-xl gap-3">
      <h3 className="font-title">
        <span className="text-ink-3">{t('chat.proposed')}:</span> {kinds(kind)}
      </h3>
      <ProposalLines diff={diff} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-[13px] text-ink-3">{t(`proposals.${mark}`)}</span>
        {mark === 'open' && mayConfirm && <DecideProposal id={id} name={kinds(kind)} />}
      </div>
    </Card>
  )
}
