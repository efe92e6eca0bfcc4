'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { cancelImport } from './cancel-import'
import { confirmImport } from './confirm-import'
import { requestListingProducts } from './create-products'
import { previewMove, requestMove } from './move-import'
import { confirmImportInput, importIdInput, moveImportInput } from './schema'

export const confirmImportAction = memberAction(confirmImportInput, confirmImport, {
  name: 'import.confirm',
  permission: 'sheet.import',
})
export const cancelImportAction = memberAction(importIdInput, cancelImport, {
  name: 'import.cancel',
  permission: 'sheet.import',
})
export const createProductsAction = memberAction(importIdInput, requestListingProducts, {
  name: 'import.createProducts',
  permission: 'sheet.import',
})
export const previewMoveAction = memberAction(moveImportInput, previewMove, {
  name: 'import.previewMove',
  permission: 'sheet.import',
})
export const moveImportAction = memberAction(moveImportInput, requestMove, {
  name: 'import.move',
  permission: 'sheet.import',
})
