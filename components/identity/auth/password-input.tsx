'use client'

import { EyeIcon, EyeSlashIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Input } from '@/components/ui/field'

type PasswordInputProps = {
  autoComplete: 'current-password' | 'new-password'
  name?: string
  autoFocus?: boolean
}

/** Put it inside a Field. `autoComplete` tells password managers whether to fill in or to offer a new one. */
export function PasswordInput({ autoComplete, name = 'password', autoFocus }: PasswordInputProps) {
  const t = useTranslations('auth.password')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeSlashIcon : EyeIcon
  return (
    <div className="relative">
      <Input
        name={name}
        autoFocus={autoFocus}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={400}
        className="h-11! pr-11"
      />
      <button
        type="button"
        aria-label={shown ? t('hide') : t('show')}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-3 hover:text-ink"
      >
        <Icon aria-hidden className="size-[18px]" />
      </button>
    </div>
  )
}
