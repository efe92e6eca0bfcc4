import { BeakerIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'

/** Beside the platform's name wherever it is not the real one. */
export function SandboxBadge() {
  const t = useTranslations('shops.sandbox')
  return (
    <Badge tone="warn">
      <BeakerIcon aria-hidden className="size-3.5" />
      {t('badge')}
    </Badge>
  )
}

/** Says what it is; above whatever is about the platform. */
export function SandboxNote() {
  const t = useTranslations('shops.sandbox')
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-ink-2">
      <SandboxBadge />
      {t('text')}
    </p>
  )
}
