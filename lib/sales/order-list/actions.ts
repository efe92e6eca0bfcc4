'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { changeStatuses } from './change-statuses'
import { changeView, deleteView, saveView, setDefaultView } from './saved-views'
import { changeStatusesInput, changeViewInput, deleteViewInput, saveViewInput, setDefaultViewInput } from './schema'

const permission = 'sales.read'

export const changeStatusesAction = memberAction(changeStatusesInput, changeStatuses, {
  name: 'order.changeStatuses',
  permission: 'order.create',
})
export const saveViewAction = memberAction(saveViewInput, saveView, { name: 'savedView.save', permission })
export const changeViewAction = memberAction(changeViewInput, changeView, { name: 'savedView.change', permission })
export const deleteViewAction = memberAction(deleteViewInput, deleteView, { name: 'savedView.delete', permission })
export const setDefaultViewAction = memberAction(setDefaultViewInput, setDefaultView, {
  name: 'savedView.setDefault',
  permission,
})
