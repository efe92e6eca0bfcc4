'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { bookCount, cancelCount, resumeCount } from './close-count'
import {
  bookCountInput,
  cancelCountInput,
  countEntryInput,
  openCountInput,
  recountLineInput,
  resumeCountInput,
  undoEntryInput,
} from './count-schema'
import { endMiss, reportMiss } from './shelf-miss'
import { endMissInput, reportMissInput } from './shelf-miss-schema'
import { enterCount, recountLine, undoEntry } from './enter-count'
import { openCount } from './open-count'

const permission = 'stock.adjust'
/** A scanner is quicker than a form. */
const scans = { name: 'count', points: 1800, seconds: 60 }

export const openCountAction = memberAction(openCountInput, openCount, { name: 'count.open', permission })
export const enterCountAction = memberAction(countEntryInput, enterCount, {
  name: 'count.enter',
  permission,
  limit: scans,
})
export const undoEntryAction = memberAction(undoEntryInput, undoEntry, { name: 'count.undo', permission, limit: scans })
export const recountLineAction = memberAction(recountLineInput, recountLine, { name: 'count.recount', permission })
export const bookCountAction = memberAction(bookCountInput, bookCount, { name: 'count.book', permission })
export const resumeCountAction = memberAction(resumeCountInput, resumeCount, { name: 'count.resume', permission })
export const cancelCountAction = memberAction(cancelCountInput, cancelCount, { name: 'count.cancel', permission })
export const reportMissAction = memberAction(reportMissInput, reportMiss, { name: 'shelfMiss.report', permission })
export const endMissAction = memberAction(endMissInput, endMiss, { name: 'shelfMiss.end', permission })
