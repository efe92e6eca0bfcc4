'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { adjustStock } from './adjust-stock'
import { adjustStockInput, transferStockInput } from './schema'
import { transferStock } from './transfer-stock'

export const adjustStockAction = memberAction(adjustStockInput, adjustStock, {
  name: 'stock.adjust',
  permission: 'stock.adjust',
})

export const transferStockAction = memberAction(transferStockInput, transferStock, {
  name: 'stock.transfer',
  permission: 'stock.adjust',
})
