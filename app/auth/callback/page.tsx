import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CallbackScreen } from '@/components/identity/auth/callback-screen'
import { ConfirmLink } from '@/components/identity/auth/confirm-link'
import { GoogleReturnScreen } from '@/components/identity/auth/google-return'
import { describeLink } from '@/lib/identity/auth/describe-link'
import { describeReturn } from '@/lib/identity/auth/google/describe-return'

type Props = { searchParams: Promise<Record<'token' | 'error' | 'callbackUrl', string | string[] | undefined>> }

/** Google's visitors come with one of these two, those of an email's link with a token. */
const isFromGoogle = async ({ searchParams }: Props) => {
  const { error, callbackUrl } = await searchParams
  return error !== undefined || callbackUrl !== undefined
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations('auth')
  return { title: t((await isFromGoogle(props)) ? 'signIn.title' : 'verification.screenLink'), robots: 'noindex' }
}

export default async function CallbackPage(props: Props) {
  const { token, error, callbackUrl } = await props.searchParams
  const link = typeof token === 'string' ? token : ''
  return (
    <CallbackScreen>
      {(await isFromGoogle(props)) ? (
        <GoogleReturnScreen {...await describeReturn(error, callbackUrl)} />
      ) : (
        <ConfirmLink token={link} question={await describeLink(link)} />
      )}
    </CallbackScreen>
  )
}
