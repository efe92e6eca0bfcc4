'use server'

import { memberAction } from '../auth/define-action'
import { adjustStock } from './adjust-stock'
import { adjustStockInput } from './schema'

export const adjustStockAction = memberAction(adjustStockInput, adjustStock, {
  name: 'stock.adjust',
  permission: 'stock.adjust',
})
