import 'server-only'
import { headers } from 'next/headers'
import { env, isLoopback } from '../env'
import { mailMode } from '../mail/letters'
import type { HandedOver } from './invitation-link'

/** How this installation brings a link to somebody. On a computer of its own there is no other mailbox to prove. */
export async function howHandedOver(): Promise<HandedOver> {
  if (mailMode() === 'mail') return 'letter'
  const host = (await headers()).get('host')
  const isHere =
    isLoopback(env().NEXTAUTH_URL) && (!host || (URL.canParse(`http://${host}`) && isLoopback(`http://${host}`)))
  return isHere ? 'letter' : 'byHand'
}
