'use server'

import { memberAction } from '../auth/define-action'
import { createShop } from './create-shop'
import { createShopInput, setStockRulesInput, updateShopInput } from './schema'
import { setStockRules } from './set-stock-rules'
import { updateShop } from './update-shop'

const permission = 'shop.connect'

export const createShopAction = memberAction(createShopInput, createShop, { name: 'shop.create', permission })
export const updateShopAction = memberAction(updateShopInput, updateShop, { name: 'shop.update', permission })
export const setStockRulesAction = memberAction(setStockRulesInput, setStockRules, {
  name: 'shop.setStockRules',
  permission,
})
