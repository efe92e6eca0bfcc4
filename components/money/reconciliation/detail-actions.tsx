'use client'

import { absolute } from '@/lib/core/big-int'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { isAcceptable, isClaimable } from '@/components/money/cases/pick'
import { OpenCaseDialog } from '@/components/money/cases/open-case-dialog'
import { WriteOffDialog } from '@/components/money/cases/write-off-dialog'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { Button, ButtonLink } from '@/components/ui/button'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { casePath } from '@/lib/money/cases/tabs'
import type { CaseOwner } from '@/lib/money/cases/views'
import type { Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'

type DetailActionsProps = {
  pick: DifferencePick
  owners: CaseOwner[]
  suggestion: string
  /** For the marketplace's chat. */
  claim: string | null
  today: Day
  canDecide: boolean
}

/** The largest difference of one cause: once it has a case of its own, the next one comes up. */
export function DetailActions({ pick, owners, suggestion, claim, today, canDecide }: DetailActionsProps) {
  const t = useTranslations('reconciliation.detail')
  const cases = useTranslations('cases')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const [open, setOpen] = useState<'contest' | 'accept' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-2 [&>*]:flex-1">
      {pick.cause && (
        <p className="basis-full text-[13px] text-ink-2">
          {t('about', { cause: causes(pick.cause), cents: formatMoney(absolute(pick.amountCents), language) })}
        </p>
      )}
      {claim && <CopyButton text={claim} label={cases('claim.copy')} copied={cases('claim.copied')} />}
      {pick.caseId ? (
        <ButtonLink size="sm" variant="primary" href={casePath(pick.caseId)}>
          {t('openCase')}
        </ButtonLink>
      ) : (
        canDecide && (
          <>
            {isAcceptable(pick) && (
              <Button size="sm" onClick={() => setOpen('accept')}>
                {cases('writeOff.label')}
              </Button>
            )}
            {isClaimable(pick) && (
              <Button size="sm" variant="primary" onClick={() => setOpen('contest')}>
                {cases('open.one')}
              </Button>
            )}
          </>
        )
      )}
      {open === 'contest' && (
        <OpenCaseDialog picks={[pick]} owners={owners} suggestion={suggestion} today={today} onClose={close} />
      )}
      {open === 'accept' && <WriteOffDialog picks={[pick]} onClose={close} />}
    </div>
  )
}
