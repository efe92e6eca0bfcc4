import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EmailScreen } from '@/components/identity/auth/email-screen'
import { describeChange } from '@/lib/identity/auth/email-change/describe-change'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.email'))('title'), robots: 'noindex' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default async function EmailPage({ searchParams }: Props) {
  const given = (await searchParams).token
  const token = typeof given === 'string' ? given : ''
  return <EmailScreen token={token} question={await describeChange(token)} />
}
