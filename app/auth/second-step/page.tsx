import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { TwoFactorScreen } from '@/components/identity/auth/two-factor-screen'
import { getMember } from '@/lib/identity/auth/member'
import { returnPath } from '@/lib/identity/auth/return-path'
import { findWaiting } from '@/lib/identity/auth/waiting-sign-in'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.secondStep'))('title') }
}

type Props = { searchParams: Promise<{ callbackUrl?: string | string[] }> }

export default async function TwoFactorPage({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const wanted = typeof callbackUrl === 'string' ? returnPath(callbackUrl) : undefined
  const waiting = await findWaiting()
  if (!waiting && (await getMember())) redirect(returnPath(wanted))
  return <TwoFactorScreen callbackUrl={wanted} isWaiting={Boolean(waiting)} />
}
