import 'server-only'
import { z } from 'zod'
import { newId } from '@/lib/core/ids'
import { readEncryptedCookie, writeEncryptedCookie } from './encrypted-cookie'

const deviceCookie = {
  name: 'mascate-device',
  schema: z.object({ userId: z.uuid(), device: z.uuid() }),
  seconds: 180 * 24 * 60 * 60,
}

/** The device that the account signed in on before: its attempts are counted apart from what strangers try. */
export async function knownDevice(userId: string | undefined): Promise<string | undefined> {
  const known = await readEncryptedCookie(deviceCookie)
  return known && known.userId === userId ? known.device : undefined
}

/** A device that any account signed in on before. */
export async function anyKnownDevice(): Promise<string | undefined> {
  return (await readEncryptedCookie(deviceCookie))?.device
}

export async function rememberDevice(userId: string): Promise<void> {
  await writeEncryptedCookie(deviceCookie, { userId, device: (await knownDevice(userId)) ?? newId() })
}
