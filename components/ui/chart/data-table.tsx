'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import type { PointTexts } from './plot'
import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { Button } from '../button'
import { toCsv } from './csv'

type DataTableProps = {
  label: string
  texts: PointTexts[]
  names: { x: string; current: string; previous?: string }
  /** Where each row leads, in the order of the texts. */
  hrefs?: (string | null)[]
}

/** The same numbers in rows, for readers who cannot use the drawing. The rows are rendered once they are opened. */
export function DataTable(props: DataTableProps) {
  const t = useTranslations('ui.chart')
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      // Opened before the page was ready to hear of it.
      ref={(element) => {
        if (element?.open) setOpen(true)
      }}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-3 text-[13px] print:hidden"
    >
      <summary className="w-fit text-xs text-ink-3 hover:text-ink">{t('table')}</summary>
      {isOpen && <Rows {...props} />}
    </details>
  )
}

function Rows({ label, texts, names, hrefs = [] }: DataTableProps) {
  const head = [names.x, names.current, ...(names.previous ? [names.previous] : [])]
  const rows = texts.map(([title, value, previous]) => [title, value, ...(names.previous ? [previous ?? ''] : [])])
  return (
    <>
      <div className="mt-2">
        <DownloadCsv name={label} rows={[head, ...rows]} />
      </div>
      <div className="mt-2 max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label={label}>
        <table className="w-full">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b text-ink-2">
              {head.map((name, column) => (
                <th key={name} scope="col" className={`py-1 font-medium ${column === 0 ? 'text-left' : 'text-right'}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, value, previous], index) => (
              <tr key={title} className="border-b last:border-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {hrefs[index] ? (
                    <Link
                      href={hrefs[index]}
                      className="inline-block min-h-6 text-accent-text underline underline-offset-2"
                    >
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </th>
                <td className="py-1 money text-right">{value}</td>
                {names.previous && <td className="py-1 money text-right text-ink-3">{previous}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Saves what the chart shows, made in the browser from what it already has. */
function DownloadCsv({ name, rows }: { name: string; rows: string[][] }) {
  const t = useTranslations('ui.chart')
  const save = () => {
    const address = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button size="sm" onClick={save}>
      <ArrowDownTrayIcon aria-hidden />
      {t('download')}
    </Button>
  )
}
