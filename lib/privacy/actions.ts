'use server'

import { memberAction } from '../auth/define-action'
import { eraseBuyer } from './erase-buyer'
import { eraseBuyerInput, findBuyersInput } from './schema'
import { findBuyers } from './views'

export const eraseBuyerAction = memberAction(eraseBuyerInput, eraseBuyer, {
  name: 'buyer.erase',
  permission: 'organization.edit',
})

export const findBuyersAction = memberAction(findBuyersInput, findBuyers, {
  name: 'buyer.find',
  permission: 'organization.edit',
})
