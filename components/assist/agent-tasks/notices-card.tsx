import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { Card, CardHeader } from '@/components/ui/card'

/** Where the other side may tell us what is new; without it we ask. */
export function NoticesCard({ address }: { address: string }) {
  const t = useTranslations('agentTasks.notices')
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <div className="flex flex-wrap items-start gap-2">
        <pre
          tabIndex={0}
          aria-label={t('address')}
          className="min-w-0 flex-1 overflow-x-auto max-sm:basis-full rounded-control border border-line bg-sunken p-3 text-[13px]"
        >
          {address}
        </pre>
        <CopyButton text={address} label={t('copy')} copied={t('copied')} />
      </div>
    </Card>
  )
}
