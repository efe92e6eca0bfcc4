'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { createCampaign, removeCampaign, setCampaignLines, updateCampaign } from './save-campaign'
import { createCampaignInput, removeCampaignInput, setCampaignLinesInput, updateCampaignInput } from './schema'

const permission = 'product.write'

export const createCampaignAction = memberAction(createCampaignInput, createCampaign, {
  name: 'campaign.create',
  permission,
})
export const updateCampaignAction = memberAction(updateCampaignInput, updateCampaign, {
  name: 'campaign.update',
  permission,
})
export const setCampaignLinesAction = memberAction(setCampaignLinesInput, setCampaignLines, {
  name: 'campaign.setLines',
  permission,
})
export const removeCampaignAction = memberAction(removeCampaignInput, removeCampaign, {
  name: 'campaign.remove',
  permission,
})
