import 'server-only'
import { broke } from '@/lib/core/database/database-errors'
import { UserError } from '@/lib/core/errors'

export function refuseTakenSku(error: unknown): never {
  if (!broke(error, 'product_organization_id_sku_key')) throw error
  throw new UserError('skuTaken', { fields: { sku: ['errors.skuTaken'] } })
}
