import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { clearWords } from '@/lib/connect/catalogue-sheets/fields'

const templates = ['products', 'filled', 'kits', 'sales'] as const
const formats = ['xlsx', 'csv'] as const

/** The sheets to fill in. */
export function TemplatesCard() {
  const t = useTranslations('sheets.templates')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ul className="divide-y divide-line">
        {templates.map((template) => (
          <li key={template} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-24 flex-1">{t(template)}</span>
            {formats.map((format) => (
              <DownloadLink
                key={format}
                href={`/api/sheets/template?template=${template}&format=${format}&language=${language}`}
                label={t('of', { name: t(template), format: t(format) })}
                className={buttonClass({})}
              >
                <ArrowDownTrayIcon aria-hidden />
                {t(format)}
              </DownloadLink>
            ))}
          </li>
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-3 text-[13px] text-ink-2">
        {t('text', { word: clearWords[language] })}
      </p>
      <p className="mt-2 text-[13px] text-ink-2">{t('count')}</p>
    </Card>
  )
}
