import { CheckIcon } from '@heroicons/react/20/solid'
import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { nextStep, type SetupStep } from '@/lib/insight/setup-guide/steps'
import { HidableGuide } from './hidable-guide'
import { LackText } from './lack-text'

/** The way to the first reconciled payout: what each step brings, what it lacks, and one that is next. */
export function SetupGuide({ steps }: { steps: SetupStep[] }) {
  const t = useTranslations('setup')
  const needed = steps.filter(({ optional }) => !optional)
  const done = needed.filter(({ lack }) => lack === null).length
  const next = nextStep(steps)
  // Once there is something to see, the guide takes one line of it.
  const isNew = next?.key === 'connect'
  return (
    <HidableGuide>
      <details open={isNew} className="peer group">
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-card py-3 pr-14 pl-4 [&::-webkit-details-marker]:hidden">
          <ChevronDownIcon
            aria-hidden
            className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <h2 className="text-[15px] font-title">{t('title')}</h2>
              <span className="text-[13px] text-ink-2 tabular-nums">
                {t('progress', { done, total: needed.length })}
              </span>
            </span>
            <span aria-hidden className="mt-1.5 flex max-w-80 gap-1">
              {needed.map(({ key, lack }) => (
                <span
                  key={key}
                  className={classNames('h-1 flex-1 rounded-full', lack ? 'bg-line' : 'bg-accent-text')}
                />
              ))}
            </span>
          </span>
        </summary>
        <ol className="border-t border-line px-4">
          {steps.map((step) => (
            <Step key={step.key} step={step} isNext={step.key === next?.key} />
          ))}
        </ol>
      </details>
      {next && (
        <ol className="border-t border-line px-4 peer-open:hidden">
          <Step step={next} isNext />
        </ol>
      )}
    </HidableGuide>
  )
}

function Step({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const t = useTranslations('setup')
  const { key, optional, lack, href, other } = step
  // There is nothing to do in it yet: another step comes first.
  const waits = lack?.key === 'orders' || (key === 'costs' && lack?.key === 'nothing')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0">
      <span
        aria-hidden
        className={classNames(
          'grid size-6 shrink-0 place-items-center self-start rounded-full',
          lack ? 'border-2 border-line' : 'bg-good-soft text-good',
          isNext && 'border-accent-text!',
        )}
      >
        {!lack && <CheckIcon className="size-4" />}
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className={classNames('block', lack ? 'font-semibold' : 'text-ink-2')}>
          {t(`steps.${key}.title`)}
          {optional && <span className="ml-1.5 text-[13px] font-normal text-ink-3">{t('optional')}</span>}
          <span className="sr-only">{` (${t(lack ? 'open' : 'done')})`}</span>
        </span>
        {lack && (
          <>
            <span className="block text-[13px] text-ink-2">{t(`steps.${key}.unlocks`)}</span>
            <span className="block text-[13px] font-medium tabular-nums">
              <LackText step={step} />
            </span>
          </>
        )}
      </span>
      {lack && !waits && (
        <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-9">
          {isNext ? (
            <ButtonLink href={href} variant="primary">
              {t(`steps.${key}.action`)}
            </ButtonLink>
          ) : (
            <ButtonLink href={href}>{t(`steps.${key}.action`)}</ButtonLink>
          )}
          {other && isNext && <ButtonLink href={other.href}>{t(`others.${other.key}`)}</ButtonLink>}
        </span>
      )}
    </li>
  )
}
