import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/button'

/** The text is there at once for screen readers, and seen after 150 ms: a fast answer does not flicker. */
export function LoadingIndicator() {
  const t = useTranslations('common')
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-canvas text-ink-2">
      <span className="animate-[skeleton-appear_1ms_150ms_both] inline-flex items-center gap-3">
        <Spinner />
        {t('loading')}
      </span>
    </div>
  )
}
