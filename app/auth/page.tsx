import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { SignInScreen } from '@/components/identity/auth/sign-in-screen'
import { hasGoogle } from '@/lib/identity/auth/google/provider'
import { getMember } from '@/lib/identity/auth/member'
import { returnPath } from '@/lib/identity/auth/return-path'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.signIn'))('title') }
}

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; done?: string | string[] }> }

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, done } = await searchParams
  const wanted = typeof callbackUrl === 'string' ? returnPath(callbackUrl) : undefined
  if (await getMember()) redirect(returnPath(wanted))
  return <SignInScreen callbackUrl={wanted} done={done} hasGoogle={hasGoogle()} />
}
