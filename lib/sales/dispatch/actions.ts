'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { planDay, requestPreparation } from './prepare-day'
import { requestInvoices, requestLabels, requestShipping, retryRun } from './request-run'
import {
  cancelInvoiceInput,
  dropInvoiceInput,
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
