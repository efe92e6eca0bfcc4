import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { can, PERMISSIONS, ROLES, scopeOf, type Scope } from '@/lib/core/permissions'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const CELLS: Record<string, Scope> = {
  yes: 'all',
  '–': 'none',
  'yes, no company totals': 'withoutTotals',
  'masked once shipped': 'maskedOnceShipped',
  'sync now': 'syncOnly',
  read: 'readOnly',
  'below admin': 'belowAdmin',
  'products, stock, orders': 'catalogueTrail',
  'expenses, money': 'moneyTrail',
  run: 'runOnly',
}
const documented = resolve(__dirname, '../../../docs/roles.md')
const paper = resolve(__dirname, '../../../../shared/reliability.md')

it('the table is, cell by cell, the documented one', () => expectPrescribed(documented))
it('and the one that the reliability paper prescribes', whereFound(paper), () => expectPrescribed(paper))

function expectPrescribed(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n')
  const start = lines.findIndex((line) => /^\| action +\| owner/.test(line))
  expect(
    lines[start]!.split('|')
      .map((cell) => cell.trim())
      .slice(2, -1),
  ).toEqual([...ROLES])
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'))
  const prescribed = lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  const ours = Object.values(PERMISSIONS).map(({ row, ...roles }) => [row, ...ROLES.map((role) => roles[role])])
  expect(ours).toEqual(prescribed.map(([row, ...cells]) => [row, ...cells.map((cell) => CELLS[cell])]))
}

it('an owner has every right, and a viewer changes nothing', () => {
  for (const permission of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
    expect(scopeOf('owner', permission)).toBe('all')
    expect(can('viewer', permission)).toBe(['sales.read', 'token.own', 'assistant.ask'].includes(permission))
  }
})
