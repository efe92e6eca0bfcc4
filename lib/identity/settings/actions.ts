'use server'

import { memberAction } from '../auth/define-action'
import { archiveChannel, restoreChannel } from './archive-channel'
import { archiveEntity, restoreEntity } from './archive-entity'
import { createChannel } from './create-channel'
import { createEntity } from './create-entity'
import { moveSalesChannel } from './move-sales-channel'
import { removeTaxRate } from './remove-tax-rate'
import {
  channelInput,
  createChannelInput,
  createEntityInput,
  entityInput,
  moveSalesChannelInput,
  removeTaxRateInput,
  setOpeningRevenueInput,
  requireSecondFactorInput,
  setProductivityInput,
  setTaxRateInput,
  updateChannelInput,
  updateEntityInput,
  updateOrganizationInput,
  updateStockRulesInput,
} from './schema'
import { setOpeningRevenue } from './set-opening-revenue'
import { requireSecondFactor } from './require-second-factor'
import { setProductivity } from './set-productivity'
import { setTaxRate } from './set-tax-rate'
import { updateChannel } from './update-channel'
import { updateEntity } from './update-entity'
import { updateOrganization } from './update-organization'
import { updateStockRules } from './update-stock-rules'

const permission = 'organization.edit'
const taxes = 'feeRule.write'

export const updateOrganizationAction = memberAction(updateOrganizationInput, updateOrganization, {
  name: 'organization.update',
  permission,
})
export const updateStockRulesAction = memberAction(updateStockRulesInput, updateStockRules, {
  name: 'organization.updateStockRules',
  permission,
})
export const setProductivityAction = memberAction(setProductivityInput, setProductivity, {
  name: 'organization.setProductivity',
  permission,
})
export const requireSecondFactorAction = memberAction(requireSecondFactorInput, requireSecondFactor, {
  name: 'organization.requireSecondFactor',
  permission,
})
export const createEntityAction = memberAction(createEntityInput, createEntity, {
  name: 'legalEntity.create',
  permission,
})
export const updateEntityAction = memberAction(updateEntityInput, updateEntity, {
  name: 'legalEntity.update',
  permission,
})
export const archiveEntityAction = memberAction(entityInput, archiveEntity, { name: 'legalEntity.archive', permission })
export const restoreEntityAction = memberAction(entityInput, restoreEntity, { name: 'legalEntity.restore', permission })
export const setTaxRateAction = memberAction(setTaxRateInput, setTaxRate, { name: 'taxRate.set', permission: taxes })
export const removeTaxRateAction = memberAction(removeTaxRateInput, removeTaxRate, {
  name: 'taxRate.remove',
  permission: taxes,
})
export const setOpeningRevenueAction = memberAction(setOpeningRevenueInput, setOpeningRevenue, {
  name: 'openingRevenue.set',
  permission: taxes,
})
export const moveSalesChannelAction = memberAction(moveSalesChannelInput, moveSalesChannel, {
  name: 'outlet.move',
  permission,
})
export const createChannelAction = memberAction(createChannelInput, createChannel, {
  name: 'channel.create',
  permission,
})
export const updateChannelAction = memberAction(updateChannelInput, updateChannel, {
  name: 'channel.update',
  permission,
})
export const archiveChannelAction = memberAction(channelInput, archiveChannel, { name: 'channel.archive', permission })
export const restoreChannelAction = memberAction(channelInput, restoreChannel, { name: 'channel.restore', permission })
