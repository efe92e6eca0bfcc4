'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { beginAuthorization } from './authorize'
import { createShop } from './create-shop'
import { disconnectShop } from './disconnect'
import { switchMasterInput } from './master-schema'
import {
  authorizeShopInput,
  createShopInput,
  disconnectShopInput,
  setNoAdsInput,
  setStockRulesInput,
  shopInput,
  updateShopInput,
} from './schema'
import { setNoAds } from './set-no-ads'
import { setStockRules } from './set-stock-rules'
import { switchMaster } from './switch-master'
import { syncShop } from './sync-shop'
import { testConnection } from './test-connection'
import { updateShop } from './update-shop'

const permission = 'shop.connect'
const sync = 'platform.push'

export const createShopAction = memberAction(createShopInput, createShop, { name: 'shop.create', permission })
export const updateShopAction = memberAction(updateShopInput, updateShop, { name: 'shop.update', permission })
export const setStockRulesAction = memberAction(setStockRulesInput, setStockRules, {
  name: 'shop.setStockRules',
  permission: 'organization.edit',
})
export const setNoAdsAction = memberAction(setNoAdsInput, setNoAds, { name: 'shop.setNoAds', permission })
export const authorizeShopAction = memberAction(authorizeShopInput, beginAuthorization, {
  name: 'shop.authorize',
  permission,
})
export const disconnectShopAction = memberAction(disconnectShopInput, disconnectShop, {
  name: 'shop.disconnect',
  permission,
})
export const testShopAction = memberAction(shopInput, testConnection, { name: 'shop.test', permission: sync })
export const syncShopAction = memberAction(shopInput, syncShop, { name: 'shop.sync', permission: sync })
export const switchMasterAction = memberAction(switchMasterInput, switchMaster, {
  name: 'shop.switchMaster',
  permission,
})
