'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { deleteThreadInput, renameThreadInput } from './schema'
import { deleteThread, renameThread } from './threads'

const permission = 'assistant.ask'

export const renameThreadAction = memberAction(renameThreadInput, renameThread, {
  name: 'assistantThread.rename',
  permission,
})
export const deleteThreadAction = memberAction(deleteThreadInput, deleteThread, {
  name: 'assistantThread.delete',
  permission,
})
