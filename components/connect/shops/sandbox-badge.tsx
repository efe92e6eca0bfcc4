import { BeakerIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Popover } from '@/components/ui/popover'

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

/** In the top bar of every page; pressed, it says what the sandbox is. */
export function SandboxMark() {
  const t = useTranslations('shops.sandbox')
  return (
    <Popover
      label={`${t('badge')}: ${t('what')}`}
      align="end"
      panelClassName="w-72 text-[13px] text-ink-2"
      buttonClassName="relative inline-flex min-h-6 items-center gap-1 rounded-md bg-warn-soft px-1.5 py-0.5 text-xs font-semibold text-warn after:absolute after:-inset-1 pointer-coarse:after:-inset-2.5 sm:px-2"
      button={
        <>
          <BeakerIcon aria-hidden className="size-4 sm:size-3.5" />
          <span className="max-sm:hidden">{t('badge')}</span>
        </>
      }
    >
      {() => t('text')}
    </Popover>
  )
}
