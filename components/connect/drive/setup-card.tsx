import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/identity/settings/security/copy-button'

const scope = 'https://www.googleapis.com/auth/drive.file'

/** The keys that the installation lacks, and how the operator gets them. */
export function SetupCard({ callbackAddress }: { callbackAddress: string }) {
  const t = useTranslations('drive.setup')
  const intro = useTranslations('drive')
  return (
    <Card>
      <CardHeader title={t('title')} description={intro('intro')} />
      <p className="mt-3">{t('text')}</p>
      <ol className="mt-4 space-y-3">
        {(['step1', 'step2', 'step3', 'step4', 'step5'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-0.5">
              <p className="break-words">{t(step, { scope })}</p>
              {step === 'step4' && (
                <p className="mt-2 flex flex-wrap items-center gap-2">
                  <code className="rounded-control border border-line bg-sunken px-2 py-1 text-[13px] break-all">
                    {callbackAddress}
                  </code>
                  <CopyButton text={callbackAddress} label={t('copy')} copied={t('copied')} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-3 text-[13px] text-ink-2">{t('meanwhile')}</p>
    </Card>
  )
}
