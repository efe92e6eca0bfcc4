'use server'

import { memberAction } from '../auth/define-action'
import { changeStatuses } from './change-statuses'
import { deleteView, renameView, saveView, setDefaultView } from './saved-views'
import { changeStatusesInput, deleteViewInput, renameViewInput, saveViewInput, setDefaultViewInput } from './schema'

const permission = 'sales.read'

export const changeStatusesAction = memberAction(changeStatusesInput, changeStatuses, {
  name: 'order.changeStatuses',
  permission: 'order.create',
})
export const saveViewAction = memberAction(saveViewInput, saveView, { name: 'savedView.save', permission })
export const renameViewAction = memberAction(renameViewInput, renameView, { name: 'savedView.rename', permission })
export const deleteViewAction = memberAction(deleteViewInput, deleteView, { name: 'savedView.delete', permission })
export const setDefaultViewAction = memberAction(setDefaultViewInput, setDefaultView, {
  name: 'savedView.setDefault',
  permission,
})
