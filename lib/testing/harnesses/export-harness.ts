import { existsSync, readdirSync } from 'node:fs'
import { withOrganization } from '@/lib/core/db'
import { storedPath } from '@/lib/core/files/folder-store'
import { newId } from '@/lib/core/ids'
import { createTestOrganization, type TestOrganization } from '../factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '../factories/sales'

export const params = (id: string) => ({ params: Promise.resolve({ id }) })
export const request = () => new Request('http://localhost:3000/api/exports')
export const column = ([heading, ...rows]: string[][], title: string) =>
  rows.map((row) => row[heading!.indexOf(title)]!)
export const folderOf = ({ organizationId }: { organizationId: string }) => storedPath(organizationId)
export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

export async function withOrders(count = 7): Promise<TestOrganization & { shopId: string; productId: string }> {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja Norte')
  const productId = await addProduct(company, 'GAR-1')
  const at = (index: number) => new Date(Date.UTC(2026, 9, 1 + (index % 20), 12, index % 60)).toISOString()
  const statuses = ['delivered', 'cancelled', 'shipped', 'pending'] as const
  await addOrders(
    company,
    shopId,
    Array.from({ length: count }, (_, index) => ({
      at: at(index),
      cents: BigInt(1000 + index * 137),
      status: statuses[index % 4],
      estimated: 100n,
      unitCost: '3.500000',
      productId,
    })),
  )
  await foldSales(company)
  return { ...company, shopId, productId }
}

export const setCustomer = ({ organizationId }: { organizationId: string }, name: string) =>
  withOrganization({ organizationId }, (db) =>
    db.order.updateMany({ where: { organizationId }, data: { customerName: name } }),
  )
export const addExpense = (
  { organizationId }: { organizationId: string },
  description: string,
  amountCents: bigint,
  due: string,
) =>
  withOrganization({ organizationId }, (db) =>
    db.expense.create({
      data: {
        organizationId,
        id: newId(),
        description,
        amountCents,
        kind: 'fixed',
        dueOn: new Date(`${due}T00:00:00Z`),
      },
      select: { id: true },
    }),
  )
