'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { bookInvoice, dropInvoice } from './book-invoice'
import { draftSuggestion } from './draft-suggestion'
import { receivePurchase } from './receive-purchase'
import { reverseReceipt } from './reverse-receipt'
import { createPurchase, updatePurchase } from './save-purchase'
import { archiveSupplier, createSupplier, restoreSupplier, updateSupplier } from './save-supplier'
import { setBuying } from './set-buying'
import {
  bookInvoiceInput,
  createPurchaseInput,
  createSupplierInput,
  draftSuggestionInput,
  dropInvoiceInput,
  purchaseInput,
  receivePurchaseInput,
  reverseReceiptInput,
  setBuyingInput,
  supplierInput,
  updateBuyingRulesInput,
  updatePurchaseInput,
  updateSupplierInput,
  uploadInvoiceInput,
} from './schema'
import { closePurchase, sendPurchase } from './send-purchase'
import { updateBuyingRules } from './update-buying-rules'
import { uploadInvoice } from './upload-invoice'

const permission = 'sheet.import'

export const createSupplierAction = memberAction(createSupplierInput, createSupplier, {
  name: 'supplier.create',
  permission,
})
export const updateSupplierAction = memberAction(updateSupplierInput, updateSupplier, {
  name: 'supplier.update',
  permission,
})
export const archiveSupplierAction = memberAction(supplierInput, archiveSupplier, {
  name: 'supplier.archive',
  permission,
})
export const restoreSupplierAction = memberAction(supplierInput, restoreSupplier, {
  name: 'supplier.restore',
  permission,
})
export const createPurchaseAction = memberAction(createPurchaseInput, createPurchase, {
  name: 'purchase.create',
  permission,
})
export const draftSuggestionAction = memberAction(draftSuggestionInput, draftSuggestion, {
  name: 'purchase.draftSuggestion',
  permission,
})
export const updatePurchaseAction = memberAction(updatePurchaseInput, updatePurchase, {
  name: 'purchase.update',
  permission,
})
export const sendPurchaseAction = memberAction(purchaseInput, sendPurchase, { name: 'purchase.send', permission })
export const closePurchaseAction = memberAction(purchaseInput, closePurchase, { name: 'purchase.close', permission })
export const receivePurchaseAction = memberAction(receivePurchaseInput, receivePurchase, {
  name: 'purchase.receive',
  permission,
})
export const reverseReceiptAction = memberAction(reverseReceiptInput, reverseReceipt, {
  name: 'purchase.reverseReceipt',
  permission,
})
export const uploadInvoiceAction = memberAction(uploadInvoiceInput, uploadInvoice, {
  name: 'purchaseInvoice.upload',
  permission,
  limit: { name: 'purchaseInvoice', points: 300, seconds: 600 },
})
export const bookInvoiceAction = memberAction(bookInvoiceInput, bookInvoice, {
  name: 'purchaseInvoice.book',
  permission,
})
export const dropInvoiceAction = memberAction(dropInvoiceInput, dropInvoice, {
  name: 'purchaseInvoice.drop',
  permission,
})
export const updateBuyingRulesAction = memberAction(updateBuyingRulesInput, updateBuyingRules, {
  name: 'organization.updateBuyingRules',
  permission: 'organization.edit',
})
export const setBuyingAction = memberAction(setBuyingInput, setBuying, { name: 'product.setBuying', permission })
