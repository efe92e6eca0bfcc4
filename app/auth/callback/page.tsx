import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CallbackScreen } from '@/components/auth/callback-screen'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.verification'))('screenLink'), robots: 'noindex' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default async function CallbackPage({ searchParams }: Props) {
  const { token } = await searchParams
  return <CallbackScreen token={typeof token === 'string' ? token : ''} />
}
