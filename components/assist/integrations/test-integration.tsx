'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { FormError } from '@/components/ui/form-error'
import { useMessage } from '@/components/ui/use-message'
import type { IntegrationName } from '@/lib/assist/integrations/schema'
import type { TestOutcome } from '@/lib/assist/integrations/test-integration'
import { useFunction } from './use-function'

/** Asks the other side now; what came of it stands under the button. */
export function TestIntegration({ integration, name }: { integration: IntegrationName; name: string }) {
  const t = useTranslations('apis.test')
  const testing = useFunction<TestOutcome>('test-integration')
  return (
    <>
      <Button
        size="sm"
        aria-label={t('of', { name })}
        pending={testing.pending}
        onClick={() => void testing.run({ integration })}
      >
        {t('button')}
      </Button>
      <div aria-live="polite" className="basis-full empty:hidden">
        {testing.data && <Said outcome={testing.data} />}
        {testing.error && <FormError error={testing.error} />}
      </div>
    </>
  )
}

function Said({ outcome: { state, code, about } }: { outcome: TestOutcome }) {
  const t = useTranslations('apis.test')
  const message = useMessage()
  const text = code ? message(code) : t(`states.${state}`)
  const good = state === 'works'
  return (
    <p className={classNames('text-[13px] font-medium', good ? 'text-good' : 'text-bad')}>
      {about ? t('about', { shop: about, text }) : text}
    </p>
  )
}
