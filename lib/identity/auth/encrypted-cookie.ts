import 'server-only'
import { encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import type { z } from 'zod'
import { env } from '@/lib/core/env'
import { decodeCookie } from './decode-cookie'
import { ownHost } from './session-cookie'

type EncryptedCookie<S extends z.ZodObject> = { name: string; schema: S; seconds: number }

/** A cookie of our own that the browser can neither read nor make. Its name is part of the key: none stands in for another. */
export async function writeEncryptedCookie<S extends z.ZodObject>(
  { name, seconds }: EncryptedCookie<S>,
  content: z.output<S>,
) {
  const value = await encode({ token: content, secret: env().NEXTAUTH_SECRET, salt: name, maxAge: seconds })
  await setCookie(name, value, seconds)
}

export async function readEncryptedCookie<S extends z.ZodObject>({
  name,
  schema,
}: EncryptedCookie<S>): Promise<z.output<S> | undefined> {
  const token = (await cookies()).get(fullName(name))?.value
  if (!token) return undefined
  const content = await decodeCookie({ token, salt: name })
  return content ? (schema.safeParse(content).data as z.output<S> | undefined) : undefined
}

export const deleteEncryptedCookie = <S extends z.ZodObject>({ name }: EncryptedCookie<S>) => setCookie(name, '', 0)

const fullName = (name: string) => `${ownHost(env().NEXTAUTH_URL)}${name}`

async function setCookie(name: string, value: string, maxAge: number): Promise<void> {
  const secure = ownHost(env().NEXTAUTH_URL) !== ''
  ;(await cookies()).set(fullName(name), value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge })
}
