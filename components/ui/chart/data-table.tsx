import { useTranslations } from 'next-intl'
import { DownloadCsv } from './download-csv'

type DataTableProps = {
  label: string
  points: { title: string; valueText: string; previousText?: string }[]
  names: { x: string; current: string; previous?: string }
}

/** The same numbers in rows, for whoever cannot use the drawing. */
export function DataTable({ label, points, names }: DataTableProps) {
  const t = useTranslations('ui.chart')
  const rows = [
    [names.x, names.current, ...(names.previous ? [names.previous] : [])],
    ...points.map((point) => [point.title, point.valueText, ...(names.previous ? [point.previousText ?? ''] : [])]),
  ]
  return (
    <details className="mt-3 text-[13px] print:hidden">
      <summary className="w-fit text-xs text-ink-3 hover:text-ink">{t('table')}</summary>
      <div className="mt-2">
        <DownloadCsv name={label} rows={rows} />
      </div>
      <div className="mt-2 max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label={label}>
        <table className="w-full">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b text-ink-2">
              <th scope="col" className="py-1 text-left font-medium">
                {names.x}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {names.current}
              </th>
              {names.previous && (
                <th scope="col" className="py-1 text-right font-medium">
                  {names.previous}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.title} className="border-b last:border-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {point.title}
                </th>
                <td className="py-1 money text-right">{point.valueText}</td>
                {names.previous && <td className="py-1 money text-right text-ink-3">{point.previousText}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
