'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { cancelExport, repeatExport, requestExport, requestSaving } from './request-export'
import { cancelExportInput, repeatExportInput, requestExportInput, saveExportInput } from '@/lib/core/exports/schema'

const permission = 'list.export'
const limit = { name: 'export', points: 60, seconds: 600 }

export const requestExportAction = memberAction(requestExportInput, requestExport, {
  name: 'export.request',
  permission,
  limit,
})
export const repeatExportAction = memberAction(repeatExportInput, repeatExport, {
  name: 'export.repeat',
  permission,
  limit,
})
export const cancelExportAction = memberAction(cancelExportInput, cancelExport, { name: 'export.cancel', permission })
export const saveExportAction = memberAction(saveExportInput, requestSaving, { name: 'export.save', permission, limit })
