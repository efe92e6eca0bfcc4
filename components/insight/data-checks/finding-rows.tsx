import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { formatDay } from '@/lib/core/dates'
import type { FindingView, RowView } from '@/lib/insight/data-checks/views'
import { formatMoney, formatNumber } from '@/lib/core/money'

/** The first of what a check found, each with the way to its record. */
export function FindingRows({ finding, rows }: { finding: FindingView; rows: RowView[] }) {
  const t = useTranslations('healthChecks')
  const language = useLocale()
  const label = t('rows', { check: t(`checks.${finding.check}.title`) })
  return (
    <div className="mt-3">
      {finding.count > rows.length && (
        <p className="mb-1 text-[13px] text-ink-3">
          {t('first', { shown: formatNumber(rows.length, language), count: formatNumber(finding.count, language) })}
        </p>
      )}
      <ul
        tabIndex={0}
        aria-label={label}
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line text-[13px]"
      >
        {rows.map((row) => (
          <FindingItem key={`${row.ref} ${row.label}`} row={row} check={finding.check} />
        ))}
      </ul>
    </div>
  )
}

function FindingItem({ row, check }: { row: RowView; check: FindingView['check'] }) {
  const text = useRowText(check)(row)
  return (
    <li className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
      {row.href ? (
        <Link
          href={row.href}
          className="wrap-anywhere underline decoration-edge underline-offset-4 hover:decoration-current"
        >
          {row.label}
        </Link>
      ) : (
        <span className="wrap-anywhere">{row.label}</span>
      )}
      {text && <span className="wrap-anywhere text-ink-2 tabular-nums">{text}</span>}
    </li>
  )
}

/** The fault of one record; empty where the check's name is enough. */
function useRowText(check: FindingView['check']) {
  const t = useTranslations('healthChecks')
  const language = useLocale()
  return ({ values }: RowView): string | null => {
    const key = `checks.${check}.row` as const
    if (!t.has(key as Key)) return null
    const said: Record<string, string | number> = { ...values }
    if (values.day) said.day = formatDay(values.day, language)
    for (const money of ['cents', 'loss'] as const)
      if (values[money]) said[money] = formatMoney(BigInt(values[money]), language)
    if (values.units) said.units = Number(values.units)
    for (const [name, group] of [
      ['table', 'tables'],
      ['stream', 'streams'],
    ] as const)
      if (values[name])
        said[name] = t(`${group}.${t.has(`${group}.${values[name]}` as Key) ? values[name] : 'other'}` as Key)
    return t(key as Key, said as never)
  }
}

/** The kinds of what was found come out of the database. */
type Key = Parameters<ReturnType<typeof useTranslations<'healthChecks'>>>[0]
