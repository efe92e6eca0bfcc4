import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'

/** Onwards through a long preview. */
export function MoreRows({ base, next }: { base: string; next: number | null }) {
  const t = useTranslations('sheets.preview')
  if (next === null) return null
  return (
    <p className="flex gap-2 border-t border-line p-4">
      <ButtonLink href={`${base}?after=${next}`}>{t('more')}</ButtonLink>
      <ButtonLink href={base} variant="ghost">
        {t('first')}
      </ButtonLink>
    </p>
  )
}
