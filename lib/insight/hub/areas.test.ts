import { destinations } from '@/components/shell/navigation'
import { ROLES } from '@/lib/core/permissions'
import { areas, listAreas, listWaits, waits } from './areas'

test('an area is a page of the company, with its address and its right', () => {
  for (const { key, href, permission } of areas)
    expect(destinations).toContainEqual(expect.objectContaining({ key, href, permission, group: 'company' }))
})

test('an area is shown only to those who may open it', () => {
  const keys = Object.fromEntries(ROLES.map((role) => [role, listAreas(role).map(({ key }) => key)]))
  expect(keys.owner).toHaveLength(areas.length)
  for (const role of ['operator', 'viewer'] as const)
    expect(keys[role]).not.toEqual(expect.arrayContaining(['companyPanel']))
  expect(keys.operator).not.toContain('companyExpenses')
  expect(keys.finance).not.toContain('companyMapping')
  expect(keys.viewer).toEqual(['companyAnalytics', 'companyProducts', 'companyOrders', 'companyShops'])
})

test('work that only others can settle does not wait', () => {
  expect(listWaits('viewer', 'companyShops')).toEqual([])
  const operator = listWaits('operator', 'shopeeCentral').map(({ key }) => key)
  expect(operator).toEqual(expect.arrayContaining(['lateToShip', 'refused', 'invoice', 'failures']))
  expect(operator).not.toContain('return')
  expect(new Set(waits.map(({ key }) => key)).size).toBe(waits.length)
})
