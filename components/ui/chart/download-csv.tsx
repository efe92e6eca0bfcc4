'use client'

import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '../button'
import { toCsv } from './csv'

/** Saves what the chart shows, made in the browser from what it already has. */
export function DownloadCsv({ name, rows }: { name: string; rows: string[][] }) {
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
