'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/field'
import { exportFormats, type ExportFormat } from '@/lib/core/exports/schema'

type ExportChoicesProps = {
  /** None of them to choose from: a pack. */
  format: ExportFormat | null
  setFormat: (format: ExportFormat) => void
  toDrive: boolean
  setToDrive: (toDrive: boolean) => void
}

async function fetchDriveFolder(): Promise<string | null> {
  const response = await fetch('/api/exports/options', { cache: 'no-store' })
  if (!response.ok) return null
  return ((await response.json()) as { data: { driveFolder: string | null } }).data.driveFolder
}

export function ExportChoices({ format, setFormat, toDrive, setToDrive }: ExportChoicesProps) {
  const t = useTranslations('exports')
  const { data: driveFolder } = useQuery({ queryKey: ['export-options'], queryFn: fetchDriveFolder })
  return (
    <>
      {format && (
        <fieldset>
          <legend className="mb-1.5 text-[13px] font-medium">{t('button.format')}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {exportFormats.toReversed().map((value) => (
              <label
                key={value}
                className="flex cursor-pointer items-start gap-2 rounded-control border border-line px-3 py-2.5 has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
              >
                <input
                  type="radio"
                  name="format"
                  value={value}
                  checked={format === value}
                  onChange={() => setFormat(value)}
                  className="mt-1 accent-accent-text focus-visible:outline-none"
                />
                <span>
                  <span className="block font-semibold">{t(`formats.${value}`)}</span>
                  <span className="block text-[13px] text-ink-2">{t(`button.${value}Hint`)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {driveFolder && (
        <Checkbox
          checked={toDrive}
          onChange={(event) => setToDrive(event.target.checked)}
          label={t('button.toDrive')}
          hint={t('button.toDriveHint', { folder: driveFolder })}
        />
      )}
    </>
  )
}
