'use server'

import { memberAction } from '../auth/define-action'
import { markNoticesRead } from './mark-read'
import { setNoticePreference } from './preferences'
import { markNoticesReadInput, setNoticePreferenceInput } from './schema'

const permission = 'ownAccount'

export const setNoticePreferenceAction = memberAction(setNoticePreferenceInput, setNoticePreference, {
  name: 'notification.setPreference',
  permission,
})
export const markNoticesReadAction = memberAction(markNoticesReadInput, markNoticesRead, {
  name: 'notification.markRead',
  permission,
})
