'use server'

import { confirmed } from '@/lib/identity/auth/confirm-identity'
import { memberAction } from '@/lib/identity/auth/define-action'
import { beginConnecting, disconnectDrive } from './connect'
import { chooseBaseFolder, createBaseFolder, testBaseFolder } from './folder'
import {
  chooseFolderInput,
  connectDriveInput,
  createFolderInput,
  disconnectDriveInput,
  testFolderInput,
} from './schema'

const permission = 'integration.manage'

export const connectDriveAction = memberAction(connectDriveInput, confirmed(beginConnecting), {
  name: 'drive.connect',
  permission,
})
export const disconnectDriveAction = memberAction(disconnectDriveInput, confirmed(disconnectDrive), {
  name: 'drive.disconnect',
  permission,
})
export const createFolderAction = memberAction(createFolderInput, createBaseFolder, {
  name: 'drive.createFolder',
  permission,
})
export const chooseFolderAction = memberAction(chooseFolderInput, chooseBaseFolder, {
  name: 'drive.chooseFolder',
  permission,
})
export const testFolderAction = memberAction(testFolderInput, testBaseFolder, { name: 'drive.testFolder', permission })
