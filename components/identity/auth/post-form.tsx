'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Input } from '@/components/ui/field'

type PostFormProps = { onSend: (text: (name: string) => string) => void; children: ReactNode }

/** Sent before the scripts arrive, a form of method GET would put the password into the address. */
export function PostForm({ onSend, children }: PostFormProps) {
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        onSend((name) => String(form.get(name) ?? ''))
      }}
    >
      {children}
    </form>
  )
}

/** The address by which a person signs in. */
export const SignInEmail = (props: Pick<ComponentProps<typeof Input>, 'ref' | 'autoFocus'>) => (
  <Input
    {...props}
    className="h-11!"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
)
