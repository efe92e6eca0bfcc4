import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { PrintButton } from '@/components/ui/print-button'
import { can, type Role } from '@/lib/core/permissions'
import type { ResultView } from '@/lib/money/profit/views'

/** The statement on paper, and as a file for who may export. */
export function ResultActions({ view: { filters }, role }: { view: ResultView; role: Role }) {
  const t = useTranslations('result')
  const { from, to, shop, channel, entity } = filters
  const query = {
    period: 'custom',
    from,
    to,
    ...(shop && { shop }),
    ...(channel && { channel }),
    ...(entity && { entity }),
  }
  const href = (format: string) => `/api/profit/statement?${new URLSearchParams({ ...query, format }).toString()}`
  return (
    <>
      <PrintButton>{t('print')}</PrintButton>
      {can(role, 'list.export') &&
        (['xlsx', 'csv'] as const).map((format) => (
          <DownloadLink key={format} href={href(format)} className={buttonClass({})}>
            <ArrowDownTrayIcon aria-hidden />
            {t(format)}
          </DownloadLink>
        ))}
    </>
  )
}
