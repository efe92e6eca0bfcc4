import { useTranslations } from 'next-intl'

export function OrLine() {
  const t = useTranslations('auth.signIn')
  return (
    <div className="my-5 flex items-center gap-3 text-[13px] text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {t('or')}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
