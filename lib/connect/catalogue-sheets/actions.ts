'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { confirmSheet } from './confirm-sheet'
import { mapColumns } from './map-columns'
import { confirmSheetInput, mapColumnsInput } from './schema'

const permission = 'sheet.import'

export const confirmSheetAction = memberAction(confirmSheetInput, confirmSheet, { name: 'sheet.confirm', permission })
export const mapColumnsAction = memberAction(mapColumnsInput, mapColumns, { name: 'sheet.mapColumns', permission })
