'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { moveTask } from './move-task'
import { createEvent, removeEvent, updateEvent } from './save-event'
import { createTask, removeTask, updateTask } from './save-task'
import {
  createEventInput,
  createTaskInput,
  moveTaskInput,
  oneRecordInput,
  updateEventInput,
  updateTaskInput,
} from './schema'

// A member who reads the company's sales plans its work, by lib/identity/auth/declared-rights.md.
const permission = 'sales.read'

export const createTaskAction = memberAction(createTaskInput, createTask, { name: 'task.create', permission })
export const updateTaskAction = memberAction(updateTaskInput, updateTask, { name: 'task.update', permission })
export const moveTaskAction = memberAction(moveTaskInput, moveTask, { name: 'task.move', permission })
export const removeTaskAction = memberAction(oneRecordInput, removeTask, { name: 'task.remove', permission })
export const createEventAction = memberAction(createEventInput, createEvent, {
  name: 'agendaEvent.create',
  permission,
})
export const updateEventAction = memberAction(updateEventInput, updateEvent, {
  name: 'agendaEvent.update',
  permission,
})
export const removeEventAction = memberAction(oneRecordInput, removeEvent, { name: 'agendaEvent.remove', permission })
