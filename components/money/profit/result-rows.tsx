'use client'

import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'

/** An amount, with the place of its address among all; a missing one, with the words and the address that lead to its source. */
export type ResultCell = { text: string; link?: number } | { missing: { text: string; href: string } | null }
export type ResultCells = {
  key: string
  name: string
  isSum: boolean
  isPart: boolean
  /** Parts have none. */
  definition?: { label: string; text: string }
  bases?: string
  cells: ResultCell[]
}
type ResultRowsProps = {
  rows: ResultCells[]
  columns: string[]
  /** Most amounts of a column lead to the same rows. */
  links: string[]
  labels: { title: string; line: string }
}

/** One component for twelve months of some twenty lines: as elements of the server, each link would cross to the browser by itself. */
export function ResultRows({ rows, columns, links, labels }: ResultRowsProps) {
  return (
    <Table
      label={labels.title}
      sticky={false}
      className="print:overflow-visible print:text-[9px] print:[&_td]:px-1! print:[&_td]:py-1! print:[&_th]:px-1! print:[&_th]:text-[9px]"
    >
      <Thead>
        <Th>{labels.line}</Th>
        {columns.map((column) => (
          <Th key={column} numeric>
            {column}
          </Th>
        ))}
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.key} className={row.isSum ? 'bg-sunken/50' : undefined}>
            <Td
              primary
              className={classNames(
                'whitespace-nowrap',
                !row.isSum && 'font-normal!',
                row.isPart && 'pl-8! text-ink-2! print:pl-4!',
              )}
            >
              <span className="inline-flex items-center gap-1">
                {row.name}
                {row.definition && (
                  <span className="print:hidden">
                    <Definition label={row.definition.label}>{row.definition.text}</Definition>
                  </span>
                )}
              </span>
              {row.bases && (
                <span className="block text-xs whitespace-normal text-ink-3 print:text-[8px]">{row.bases}</span>
              )}
            </Td>
            {row.cells.map((cell, at) => (
              <Td
                key={columns[at]}
                numeric
                label={columns[at]}
                className={
                  'missing' in cell ? undefined : row.isSum ? 'font-semibold' : row.isPart ? 'text-ink-2' : undefined
                }
              >
                {'missing' in cell ? (
                  cell.missing ? (
                    <Link href={cell.missing.href}>{cell.missing.text}</Link>
                  ) : (
                    <NoData />
                  )
                ) : cell.link === undefined ? (
                  cell.text
                ) : (
                  <Link href={links[cell.link]!} className="text-inherit no-underline hover:underline">
                    {cell.text}
                  </Link>
                )}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
