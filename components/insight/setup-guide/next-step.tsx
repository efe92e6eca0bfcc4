import { SparklesIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import type { Member } from '@/lib/identity/auth/member'
import { stepAfter, type SetupStep, type StepKey } from '@/lib/insight/setup-guide/steps'
import { getFirstStepFor, getSetupFor } from '@/lib/insight/setup-guide/views'
import { LackText } from './lack-text'

/** On pages that are empty until the company has orders and products: what comes next, and where. */
export async function NextStep({ member }: { member: Member }) {
  const step = await getFirstStepFor(member)
  return step && <NextStepLine step={step} />
}

/** On the page of a step that is done: what comes after it, until the guide is through. */
export async function StepAfter({ member, done }: { member: Member; done: readonly StepKey[] }) {
  const { steps } = await getSetupFor(member)
  const step = steps && stepAfter(steps, done)
  return step && <NextStepLine step={step} />
}

function NextStepLine({ step }: { step: SetupStep }) {
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
