'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { NoData } from '@/components/ui/no-data'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ToolColumn, ToolTable } from '@/lib/assist/tools/contract'
import { sharesOf } from './shares'
import { useCell } from './tool-words'

const MOST_ROWS = 10
const isNumeric = ({ unit }: ToolColumn) => !['text', 'day', 'state'].includes(unit)

type AnswerTableProps = { label: string; table: ToolTable; href: string }

/** The first rows, each with its own page; a bar under the first amount says how they compare. */
export function AnswerTable({ label, table: { columns, rows, total }, href }: AnswerTableProps) {
  const t = useTranslations('assistant.consulted')
  const names = useTranslations('tools.columns')
  const cell = useCell()
  if (rows.length === 0) return <p className="border-t border-line px-4 py-3 text-ink-2">{t('nothing')}</p>
  const shown = rows.slice(0, MOST_ROWS)
  const drawn = columns.findIndex(({ unit }) => unit === 'cents')
  const shares = drawn < 0 ? [] : sharesOf(shown.map(({ cells }) => cells[drawn] ?? null))
  return (
    <>
      <Table label={label} sticky={false} className="border-t border-line">
        <Thead>
          {columns.map((column) => (
            <Th key={column.name} numeric={isNumeric(column)}>
              {names(column.name)}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {shown.map(({ cells, href: to }, row) => (
            <Tr key={row}>
              {columns.map((column, index) => {
                const text = cells[index] ?? null
                const written = text === null ? <NoData /> : cell(text, column)
                return (
                  <Td
                    key={column.name}
                    primary={index === 0}
                    numeric={isNumeric(column)}
                    label={index === 0 ? undefined : names(column.name)}
                    className="wrap-anywhere"
                  >
                    {index === 0 && to ? <RowLink href={to}>{written}</RowLink> : written}
                    {index === drawn && shares[row] !== undefined && <Bar share={shares[row]} />}
                  </Td>
                )
              })}
            </Tr>
          ))}
        </Tbody>
      </Table>
      {total !== null && total > shown.length && (
        <p className="flex flex-wrap gap-x-3 border-t border-line px-4 py-2 text-[13px] text-ink-3">
          {t('of', { shown: shown.length, total })}
          <Link href={href} className="text-accent-text underline underline-offset-2">
            {t('all')}
          </Link>
        </p>
      )}
    </>
  )
}

/** As long as its share of the longest; the cell has the number. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-1 ml-auto block h-1 w-24 @max-xl:hidden"
    >
      <rect x={100 - share * 100} width={share * 100} height={4} className="fill-accent-text" />
    </svg>
  )
}
