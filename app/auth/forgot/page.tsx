import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ForgotScreen } from '@/components/identity/auth/forgot-screen'
import { mailMode } from '@/lib/core/mail/emails'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.forgot'))('title') }
}

export default function ForgotPage() {
  return <ForgotScreen mode={mailMode()} />
}
