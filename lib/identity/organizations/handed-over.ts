import 'server-only'
import { cameToThisComputer } from '../auth/came-here'
import { mailMode } from '@/lib/core/mail/emails'
import type { HandedOver } from './invitation-link'

/** How this installation brings a link to somebody. On a computer of its own there is no other mailbox to prove. */
export const howHandedOver = async (): Promise<HandedOver> =>
  mailMode() === 'mail' || (await cameToThisComputer()) ? 'email' : 'byHand'
