import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { EmptyState } from '@/components/ui/empty-state'
import { NoData } from '@/components/ui/no-data'
import { PrintButton } from '@/components/ui/print-button'
import { PrintHeading } from '@/components/ui/print-heading'
import { Progress } from '@/components/ui/progress'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Section, SectionColumn, SectionRow } from '@/lib/assist/agent-tasks/sections/contract'
import type { TaskView } from '@/lib/assist/agent-tasks/task-view'
import { formatDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

type ReportCardProps = {
  id: string
  report: NonNullable<TaskView['report']>
  isDone: boolean
  heading: { company: string; days: string }
}

/** The figures of the company's own pages, each with the way to its rows. */
export function ReportCard({ id, report: { sections, done, of }, isDone, heading }: ReportCardProps) {
  const t = useTranslations('agentTasks')
  return (
    <>
      <PrintHeading company={heading.company}>{`${t('local')} · ${heading.days}`}</PrintHeading>
      {isDone ? (
        <div data-print="hide" className="flex flex-wrap gap-2">
          <DownloadLink className={buttonClass({})} href={`/api/manus/reports/${id}`}>
            {t('report.download')}
          </DownloadLink>
          <PrintButton>{t('report.print')}</PrintButton>
        </div>
      ) : (
        done < of && <Progress label={t('report.progress', { done, of })} value={done} max={of} />
      )}
      {isDone && sections.every(isBlank) ? <NothingYet /> : <Sections sections={sections} />}
    </>
  )
}

const isFigure = ({ unit }: SectionColumn) => unit !== 'text' && unit !== 'day'
const SHOWN = 50
/** For a ranking: the outstanding rows. */
const RANKED = 5
const shownOf = (name: Section['name']) => (name === 'bestProducts' || name === 'worstProducts' ? RANKED : SHOWN)

/** A shop that has sold nothing yet: all its figures are zero or unknown. */
const isBlank = ({ columns, rows }: Section) =>
  rows.every(({ cells }) => columns.every((column, at) => !isFigure(column) || Number(cells[at] ?? 0) === 0))

function NothingYet() {
  const t = useTranslations('agentTasks.report')
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('blankTitle')}
        text={t('blankText')}
        action={<ButtonLink href="/dashboard/shops">{t('blankAction')}</ButtonLink>}
      />
    </Card>
  )
}

function Sections({ sections }: { sections: Section[] }) {
  const lead = sections.find((section) => section.lead)?.lead
  return (
    <>
      {lead && <Lead lead={lead} />}
      {sections.map((section) => (
        <SectionTable key={section.name} section={section} />
      ))}
    </>
  )
}

function Lead({ lead: { profit, change, line, by } }: { lead: NonNullable<Section['lead']> }) {
  const t = useTranslations('agentTasks.report')
  const language = useLocale()
  const money = (cents: string) => formatMoney(BigInt(cents), language)
  const way = change.startsWith('-') ? 'down' : change === '0' ? 'same' : 'up'
  const words = { way, profit: money(profit), change: money(change.replace('-', '')) }
  return (
    <Card>
      <p>
        {t('lead', words)} {by !== '0' && t('weighs', { line, by: money(by) })}
      </p>
    </Card>
  )
}

function SectionTable({ section }: { section: Section }) {
  const t = useTranslations('agentTasks')
  const language = useLocale()
  const { name, columns, rows, total, href } = section
  const shown = rows.slice(0, shownOf(name))
  return (
    <Card flush>
      <CardHeader
        className="p-4"
        title={t(`sections.${name}`)}
        description={
          shown.length < total &&
          t('report.cut', { rows: formatNumber(shown.length, language), total: formatNumber(total, language) })
        }
        actions={
          <Link href={href} data-print="hide" className={buttonClass({ size: 'sm' })}>
            {t('report.rows')}
          </Link>
        }
      />
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('report.empty')}</p>
      ) : (
        <Table label={t(`sections.${name}`)} sticky={false} className="border-t border-line">
          <Thead>
            {columns.map((column) => (
              <Th key={column.name} numeric={isFigure(column)}>
                {t(`columns.${column.name}`)}
              </Th>
            ))}
          </Thead>
          <Tbody>
            {shown.map((row, at) => (
              <Tr key={at}>
                {columns.map((column, place) => (
                  <Td
                    key={column.name}
                    primary={place === 0}
                    label={place === 0 ? undefined : t(`columns.${column.name}`)}
                    numeric={isFigure(column)}
                    className="wrap-anywhere"
                  >
                    <Cell column={column} row={row} at={place} />
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}

function Cell({ column, row, at }: { column: SectionColumn; row: SectionRow; at: number }) {
  const language = useLocale()
  const value = row.cells[at] ?? null
  if (value === null) return <NoData />
  const text = textOf(value, column.unit === 'ofRow' ? (row.unit ?? 'text') : column.unit, language)
  if (at > 0 || !row.href) return text
  return (
    <Link href={row.href} className="text-accent-text hover:underline">
      {text}
    </Link>
  )
}

function textOf(value: string, unit: Exclude<SectionColumn['unit'], 'ofRow'>, language: Language): string {
  if (unit === 'text') return value
  if (unit === 'day') return formatDay(value, language)
  if (unit === 'cents') return formatMoney(BigInt(value), language)
  return unit === 'share' ? formatPercent(Number(value), language) : formatNumber(Number(value), language)
}
