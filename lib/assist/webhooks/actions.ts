'use server'

import { confirmed } from '@/lib/identity/auth/confirm-identity'
import { memberAction } from '@/lib/identity/auth/define-action'
import {
  changeSecret,
  createWebhook,
  removeWebhook,
  sendAgain,
  setWebhookState,
  testWebhook,
  updateWebhook,
} from './endpoints'
import { createWebhookInput, sendAgainInput, setWebhookStateInput, updateWebhookInput, webhookInput } from './schema'

const permission = 'integration.manage'

export const createWebhookAction = memberAction(createWebhookInput, confirmed(createWebhook), {
  name: 'webhook.create',
  permission,
})
export const updateWebhookAction = memberAction(updateWebhookInput, confirmed(updateWebhook), {
  name: 'webhook.update',
  permission,
})
export const setWebhookStateAction = memberAction(setWebhookStateInput, setWebhookState, {
  name: 'webhook.setState',
  permission,
})
export const changeWebhookSecretAction = memberAction(webhookInput, changeSecret, {
  name: 'webhook.changeSecret',
  permission,
})
export const removeWebhookAction = memberAction(webhookInput, removeWebhook, { name: 'webhook.remove', permission })
export const testWebhookAction = memberAction(webhookInput, testWebhook, { name: 'webhook.test', permission })
export const sendAgainAction = memberAction(sendAgainInput, sendAgain, { name: 'webhook.sendAgain', permission })
