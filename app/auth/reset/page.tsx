import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ResetScreen } from '@/components/identity/auth/reset-screen'
import { describeReset } from '@/lib/identity/auth/passwords/describe-reset'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.reset'))('title'), robots: 'noindex' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default async function ResetPage({ searchParams }: Props) {
  const given = (await searchParams).token
  const token = typeof given === 'string' ? given : ''
  return <ResetScreen token={token} question={await describeReset(token)} />
}
