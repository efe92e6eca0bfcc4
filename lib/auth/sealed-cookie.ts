import 'server-only'
import { encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import type { z } from 'zod'
import { env } from '../env'
import { decodeCookie } from './decode-cookie'

type SealedCookie<S extends z.ZodObject> = { name: string; schema: S; seconds: number; path: string }

/** A cookie of our own that the browser can neither read nor make. Its name is part of the key: none stands in for another. */
export async function writeSealed<S extends z.ZodObject>(cookie: SealedCookie<S>, content: z.output<S>) {
  const { name, seconds, path } = cookie
  const value = await encode({ token: content, secret: env().NEXTAUTH_SECRET, salt: name, maxAge: seconds })
  const secure = env().NEXTAUTH_URL.startsWith('https://')
  ;(await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', secure, path, maxAge: seconds })
}

export async function readSealed<S extends z.ZodObject>({
  name,
  schema,
}: SealedCookie<S>): Promise<z.output<S> | undefined> {
  const token = (await cookies()).get(name)?.value
  if (!token) return undefined
  const content = await decodeCookie({ token, salt: name })
  return content ? (schema.safeParse(content).data as z.output<S> | undefined) : undefined
}

export async function forgetSealed<S extends z.ZodObject>({ name, path }: SealedCookie<S>) {
  ;(await cookies()).set(name, '', { httpOnly: true, path, maxAge: 0 })
}
