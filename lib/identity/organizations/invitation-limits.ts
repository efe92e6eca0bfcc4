import 'server-only'
import { opaque } from '../auth/limits'
import type { Actor } from '@/lib/core/db'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'

const HOUR = 60 * 60
const BY_COMPANY: CallLimit = { name: 'invitation', points: 60, seconds: HOUR }
const BY_PERSON: CallLimit = { name: 'invitation-person', points: 60, seconds: HOUR }
const TO_ADDRESS: CallLimit = { name: 'invitation-address', points: 3, seconds: 10 * 60 }

/** By company and by person: a second company invites no more people. */
export async function limitInviting({ organizationId, userId }: Actor): Promise<void> {
  await limitCalls(BY_COMPANY, organizationId)
  await limitCalls(BY_PERSON, opaque(userId ?? organizationId))
}

/** By mailbox, for all inviters and companies, first or again, with or without an account. */
export const limitEmailsTo = (email: string): Promise<void> => limitCalls(TO_ADDRESS, opaque(mailboxOf(email)))

/** Without the tag that lets one mailbox answer to any number of addresses. */
const mailboxOf = (email: string) => email.replace(/\+[^@]*@/, '@')
