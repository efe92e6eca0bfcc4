'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { carryTypedEmail } from './typed-email'

/** Inside the sign-in form, whose address it takes along. */
export function ForgotLink() {
  const t = useTranslations('auth.forgot')
  return (
    <Link
      href="/auth/forgot"
      className="-mt-1 self-start py-0.5 text-[13px] font-medium text-accent-text"
      onClick={(event) => {
        const field = event.currentTarget.closest('form')?.elements.namedItem('email')
        if (field instanceof HTMLInputElement) carryTypedEmail(field.value)
      }}
    >
      {t('link')}
    </Link>
  )
}
