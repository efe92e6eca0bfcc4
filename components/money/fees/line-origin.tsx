import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatDay } from '@/lib/core/dates'
import type { Provenance } from '@/lib/money/fees/schema'
import { readSources, shownCertainty } from '@/lib/money/fees/sources'

const tones = { confirmed: 'good', announced: 'accent', observed: 'accent', open: 'warn' } as const

/** Where a line of a rule comes from, when it was read there, and how sure it is. */
export function LineOrigin({ origin, isConfirmed }: { origin: Provenance; isConfirmed: boolean }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  const certainty = shownCertainty(origin, isConfirmed)
  const day = origin.readOn && formatDay(origin.readOn, language)
  const sources = readSources(origin.source).map((source) => {
    if (source.kind === 'article')
      return t('sources.article', { count: source.numbers.length, numbers: source.numbers.join(', ') })
    return source.kind === 'text' ? source.text : t(`sources.${source.kind}`)
  })
  const texts =
    sources.length > 0
      ? [...sources, ...(day ? [t('readOn', { day })] : [])]
      : [day ? t(origin.certainty === 'observed' ? 'observedOn' : 'typedOn', { day }) : t('typed')]
  return (
    <span className="block text-xs leading-5 text-ink-3">
      <Badge tone={tones[certainty]} className="mr-1.5">
        {t(`certainties.${certainty}`)}
      </Badge>
      {texts.join(' · ')}
    </span>
  )
}
