'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { cancelMoneyFile, chooseMoneyOwner, confirmMoneyFile } from './confirm-money-file'
import { moveImportInput } from '../order-imports/schema'
import { previewMoneyMove, requestMoneyMove } from './move-money-file'
import { previewMoneyUndo, requestMoneyUndo } from './undo-money-file'
import { chooseOwnerInput, confirmMoneyFileInput, moneyFileIdInput } from './schema'

const permission = 'reconciliation.read'

export const confirmMoneyFileAction = memberAction(confirmMoneyFileInput, confirmMoneyFile, {
  name: 'moneyFile.confirm',
  permission,
})
export const chooseMoneyOwnerAction = memberAction(chooseOwnerInput, chooseMoneyOwner, {
  name: 'moneyFile.chooseOwner',
  permission,
})
export const cancelMoneyFileAction = memberAction(moneyFileIdInput, cancelMoneyFile, {
  name: 'moneyFile.cancel',
  permission,
})
export const previewMoneyMoveAction = memberAction(moveImportInput, previewMoneyMove, {
  name: 'moneyFile.previewMove',
  permission,
})
export const moveMoneyFileAction = memberAction(moveImportInput, requestMoneyMove, {
  name: 'moneyFile.move',
  permission,
})
export const previewMoneyUndoAction = memberAction(moneyFileIdInput, previewMoneyUndo, {
  name: 'moneyFile.previewUndo',
  permission,
})
export const undoMoneyFileAction = memberAction(moneyFileIdInput, requestMoneyUndo, {
  name: 'moneyFile.undo',
  permission,
})
