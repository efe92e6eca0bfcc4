import { ArrowDownTrayIcon, PrinterIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import type { RunView } from '@/lib/sales/dispatch/schema'

/** The labels that a run has bound: a file for each paper that they are printed on. */
export function RunFiles({ run: { id, hasFile, sheetLabels, thermalLabels } }: { run: RunView }) {
  const t = useTranslations('dispatch.runs')
  const pages = [
    hasFile && { form: '', label: t('open') },
    sheetLabels > 0 && { form: '?form=a4', label: t('openSheets') },
  ]
  return (
    <>
      {pages.map(
        (page) =>
          page && (
            <a
              key={page.form}
              href={`/api/dispatch/runs/${id}/labels${page.form}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ size: 'sm', variant: 'primary' })}
            >
              <PrinterIcon aria-hidden />
              {page.label}
            </a>
          ),
      )}
      {thermalLabels > 0 && (
        <a href={`/api/dispatch/runs/${id}/labels?form=zpl`} className={buttonClass({ size: 'sm' })}>
          <ArrowDownTrayIcon aria-hidden />
          {t('openThermal')}
        </a>
      )}
    </>
  )
}
