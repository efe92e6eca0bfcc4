'use client'

import { CheckCircleIcon, ExclamationCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useOrganization } from '@/components/shell/organization-context'
import { Button, Spinner } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ActionFailure } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { formatDay, localDay } from '@/lib/core/dates'
import type { ConnectionTest } from '@/lib/connect/shops/test-connection'

type TestDialogProps = {
  name: string
  open: boolean
  onClose: () => void
  pending: boolean
  result: ConnectionTest | null
  error: ActionFailure | null
  onAgain: () => void
}

/** The platform's answer about a shop just now. */
export function TestDialog({ name, open, onClose, pending, result, error, onAgain }: TestDialogProps) {
  const t = useTranslations('shops.test')
  const common = useTranslations('common')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('title', { name })}
      footer={
        <>
          <Button onClick={onAgain} pending={pending}>
            {t('again')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {common('close')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-24">
        {pending && (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner />
            {t('running')}
          </p>
        )}
        {!pending && error && <Failed error={error} />}
        {!pending && !error && result && <TestResult result={result} />}
      </div>
    </Dialog>
  )
}

function Failed({ error }: { error: ActionFailure }) {
  const t = useTranslations('shops.test')
  const message = useMessage()
  return (
    <div className="flex gap-2">
      <ExclamationCircleIcon aria-hidden className="size-5 shrink-0 text-bad" />
      <div>
        <p className="font-semibold">{t('fails')}</p>
        <p className="mt-0.5 text-ink-2">{message(error.code, error.values)}</p>
      </div>
    </div>
  )
}

const platformStatuses = ['NORMAL', 'BANNED', 'FROZEN'] as const

function TestResult({ result }: { result: ConnectionTest }) {
  const t = useTranslations('shops.test')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const known = platformStatuses.find((status) => status === result.platformStatus)
  const lines = [
    [t('name'), result.name ?? t('unknown')],
    [t('status'), known ? t(`statuses.${known}`) : (result.platformStatus ?? t('unknown'))],
    [t('until'), result.grantEndsAt ? formatDay(localDay(result.grantEndsAt, timeZone), language) : t('unknown')],
  ] as const
  return (
    <>
      <p className="flex gap-2 font-semibold">
        <CheckCircleIcon aria-hidden className="size-5 shrink-0 text-good" />
        {t('works')}
      </p>
      <dl className="mt-3 space-y-2">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
