'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { eraseBuyer } from './erase-buyer'
import { eraseBuyerInput, findBuyersInput } from './schema'
import { findBuyers } from './views'

export const eraseBuyerAction = memberAction(eraseBuyerInput, eraseBuyer, {
  name: 'buyer.erase',
  permission: 'organization.edit',
  limit: { name: 'erase-buyer', points: 20, seconds: 600 },
})

export const findBuyersAction = memberAction(findBuyersInput, findBuyers, {
  name: 'buyer.find',
  permission: 'organization.edit',
  limit: { name: 'find-buyer', points: 100, seconds: 600 },
})
