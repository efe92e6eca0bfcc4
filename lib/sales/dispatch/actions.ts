'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { answerCancellation, cancelPlatformOrder } from '@/lib/connect/sync/answer-cancellation'
import { cancelItems } from '@/lib/connect/sync/cancel-items'
import { listShippingChoices } from '@/lib/connect/sync/shipping-choices'
import { cancelItemsInput } from '../orders/schema'
import { planDay, requestPreparation } from './prepare-day'
import { requestInvoices, requestLabels, requestShipping, retryRun } from './request-run'
import {
  answerCancellationInput,
  cancelInvoiceInput,
  cancelOrderInput,
  dropInvoiceInput,
  listChoicesInput,
  matchInvoiceInput,
  planDayInput,
  prepareDayInput,
  printLabelsInput,
  retryRunInput,
  sendInvoicesInput,
  shipOrdersInput,
} from './schema'
import { dropInvoice, matchInvoice, noteInvoiceCancelled } from './settle-invoices'

const permission = 'order.create'

export const sendInvoicesAction = memberAction(sendInvoicesInput, requestInvoices, {
  name: 'dispatch.sendInvoices',
  permission,
})
export const shipOrdersAction = memberAction(shipOrdersInput, requestShipping, { name: 'dispatch.ship', permission })
export const printLabelsAction = memberAction(printLabelsInput, requestLabels, { name: 'dispatch.labels', permission })
export const listChoicesAction = memberAction(listChoicesInput, listShippingChoices, {
  name: 'dispatch.choices',
  permission,
})
export const planDayAction = memberAction(planDayInput, planDay, { name: 'dispatch.planDay', permission })
export const prepareDayAction = memberAction(prepareDayInput, requestPreparation, {
  name: 'dispatch.prepareDay',
  permission,
})
export const retryRunAction = memberAction(retryRunInput, retryRun, { name: 'dispatch.retry', permission })
export const matchInvoiceAction = memberAction(matchInvoiceInput, matchInvoice, { name: 'invoice.match', permission })
export const dropInvoiceAction = memberAction(dropInvoiceInput, dropInvoice, { name: 'invoice.drop', permission })
export const cancelInvoiceAction = memberAction(cancelInvoiceInput, noteInvoiceCancelled, {
  name: 'invoice.cancelled',
  permission,
})
export const answerCancellationAction = memberAction(answerCancellationInput, answerCancellation, {
  name: 'order.answerCancellation',
  permission: 'order.cancelPaid',
})
export const cancelOrderAction = memberAction(cancelOrderInput, cancelPlatformOrder, {
  name: 'order.cancelOnPlatform',
  permission: 'order.cancelPaid',
})
export const cancelItemsAction = memberAction(cancelItemsInput, cancelItems, { name: 'order.cancelItems', permission })
