import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CallbackScreen } from '@/components/auth/callback-screen'
import { describeLink } from '@/lib/auth/describe-link'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.verification'))('screenLink'), robots: 'noindex' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default async function CallbackPage({ searchParams }: Props) {
  const given = (await searchParams).token
  const token = typeof given === 'string' ? given : ''
  return <CallbackScreen token={token} question={await describeLink(token)} />
}
