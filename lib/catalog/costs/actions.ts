'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { correctCost, previewCost } from './correct-cost'
import { correctCostInput, previewCostInput, setCostsInput } from './schema'
import { previewCosts, setCosts } from './set-costs'
import { takeBackCosts } from './take-back-costs'

const permission = 'product.write'

export const previewCostsAction = memberAction(setCostsInput, previewCosts, {
  name: 'product.previewCosts',
  permission,
})
export const setCostsAction = memberAction(setCostsInput, setCosts, { name: 'product.setCosts', permission })
export const takeBackCostsAction = memberAction(setCostsInput, takeBackCosts, {
  name: 'product.takeBackCosts',
  permission,
})
export const correctCostAction = memberAction(correctCostInput, correctCost, {
  name: 'product.correctCost',
  permission,
})
export const previewCostAction = memberAction(previewCostInput, previewCost, {
  name: 'product.previewCost',
  permission,
})
