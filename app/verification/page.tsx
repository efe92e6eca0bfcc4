import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { VerificationScreen } from '@/components/identity/auth/verification-screen'
import { AreaMessages } from '@/components/shell/area-messages'
import { pendingCookie } from '@/lib/identity/auth/pending-cookie'
import { readEncryptedCookie } from '@/lib/identity/auth/encrypted-cookie'
import { mailMode } from '@/lib/core/mail/emails'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.verification'))('title') }
}

export default async function VerificationPage() {
  return (
    <AreaMessages namespaces={['auth']}>
      <VerificationScreen mode={mailMode()} pending={await readEncryptedCookie(pendingCookie)} />
    </AreaMessages>
  )
}
