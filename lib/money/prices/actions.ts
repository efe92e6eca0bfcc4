'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { cancelPriceChange, repeatPriceChange, requestPriceChange, undoPriceChange } from './request-change'
import { changePricesInput, priceChangeInput } from './schema'

const permission = 'platform.push'

export const changePricesAction = memberAction(changePricesInput, requestPriceChange, {
  name: 'priceChange.send',
  permission,
})
export const undoPriceChangeAction = memberAction(priceChangeInput, undoPriceChange, {
  name: 'priceChange.undo',
  permission,
})
export const repeatPriceChangeAction = memberAction(priceChangeInput, repeatPriceChange, {
  name: 'priceChange.repeat',
  permission,
})
export const cancelPriceChangeAction = memberAction(priceChangeInput, cancelPriceChange, {
  name: 'priceChange.cancel',
  permission,
})
