import { useTranslations } from 'next-intl'

const dash = '—'

/** Nothing is known: a dash to the eye, words to who listens. */
export function NoData() {
  const t = useTranslations('ui.metric')
  return (
    <>
      <span aria-hidden className="text-ink-3">
        {dash}
      </span>
      <span className="sr-only">{t('none')}</span>
    </>
  )
}
