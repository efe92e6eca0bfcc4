import { SparklesIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import type { Member } from '@/lib/identity/auth/member'
import type { SetupStep, StepKey } from '@/lib/insight/setup-guide/steps'
import { getFirstStepFor, getStepAfter } from '@/lib/insight/setup-guide/views'
import { LackText } from './lack-text'

type Props = {
  member: Member
  /** The steps that are done on this page. */
  own?: readonly StepKey[]
}

/** The next thing that the company lacks on its way to the first profit, and where it is done. */
export async function NextStep({ member, own }: Props) {
  const step = own ? await getStepAfter(member, own) : await getFirstStepFor(member)
  return step && <NextStepLine step={step} />
}

/** The same for a page that reads the step beside its own rows, not after them. */
export function NextStepLine({ step }: { step: SetupStep }) {
  const t = useTranslations('setup')
  return (
    <p
      role="note"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5"
    >
      <SparklesIcon aria-hidden className="size-5 shrink-0 text-accent-text" />
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold">{t('next', { step: t(`steps.${step.key}.title`) })}</span>
        <span className="block text-[13px] text-ink-2">
          <LackText step={step} />
        </span>
      </span>
      <ButtonLink href={step.href}>{t(`steps.${step.key}.action`)}</ButtonLink>
      {step.other && <ButtonLink href={step.other.href}>{t(`others.${step.other.key}`)}</ButtonLink>}
    </p>
  )
}
