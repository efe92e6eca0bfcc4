'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { markNoticesRead } from './mark-read'
import { setNoticePreference } from '@/lib/identity/notices/preferences'
import { markNoticesReadInput, setNoticePreferenceInput } from '@/lib/identity/notices/schema'

const permission = 'ownAccount'

export const setNoticePreferenceAction = memberAction(setNoticePreferenceInput, setNoticePreference, {
  name: 'notification.setPreference',
  permission,
})
export const markNoticesReadAction = memberAction(markNoticesReadInput, markNoticesRead, {
  name: 'notification.markRead',
  permission,
})
