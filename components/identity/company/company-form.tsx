'use client'

import { useState } from 'react'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { newIdempotencyKey, usePublicAction } from '@/components/ui/use-action'
import { createCompanyAction } from '@/lib/identity/organizations/actions'
import { PostForm } from '@/components/identity/auth/post-form'

type CompanyFormProps = { label: string; hint?: string; submit: string }

/** Names a company and goes on in it. */
export function CompanyForm({ label, hint, submit }: CompanyFormProps) {
  const [key] = useState(newIdempotencyKey)
  const { leaving, leaveTo } = useLeaving()
  const creating = usePublicAction(createCompanyAction, { onSuccess: leaveTo })
  const { fields } = creating
  return (
    <PostForm onSend={(text) => void creating.run({ companyName: text('companyName'), key })}>
      <FormError error={creating.error} fields={fields} labels={{ companyName: label }} />
      <Field label={label} hint={hint} error={fields.companyName}>
        <Input
          className="h-11!"
          name="companyName"
          autoComplete="organization"
          autoFocus
          data-autofocus
          maxLength={200}
        />
      </Field>
      <Button type="submit" variant="primary" pending={creating.pending || leaving} className="h-11 w-full">
        {submit}
      </Button>
    </PostForm>
  )
}
