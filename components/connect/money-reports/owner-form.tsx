'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { CardHeader } from '@/components/ui/card'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { chooseMoneyOwnerAction } from '@/lib/connect/money-reports/actions'
import type { Owner, OwnerKind } from '@/lib/connect/money-reports/schema'

type OwnerFormProps = { importId: string; kind: OwnerKind; owners: Owner[]; chosen?: string; mayImport: boolean }

/** The owner of the file, where it names none; or another one than was assumed. The file is then checked again. */
export function OwnerForm({ importId, kind, owners, chosen, mayImport }: OwnerFormProps) {
  const t = useTranslations('moneyFiles.owner')
  const [ownerId, setOwnerId] = useState(chosen ?? '')
  const choose = useAction(chooseMoneyOwnerAction, { refresh: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ownerId) void choose.run({ importId, ownerId })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <CardHeader
        title={t('title')}
        {...(!chosen && { description: t(kind === 'shop' ? 'textShop' : 'textEntity') })}
      />
      <FormError error={choose.error} fields={choose.fields} />
      <Field label={t(kind)}>
        <Select
          value={ownerId}
          disabled={!mayImport}
          onChange={({ target }) => setOwnerId(target.value)}
          options={owners.map(({ id, name }) => ({ value: id, label: name }))}
        >
          {!chosen && <option value="">{t('choose')}</option>}
        </Select>
      </Field>
      {mayImport && (
        <Button
          type="submit"
          variant={chosen ? 'secondary' : 'primary'}
          disabled={!ownerId || ownerId === chosen}
          pending={choose.pending}
        >
          {t(chosen ? 'change' : 'submit')}
        </Button>
      )}
    </form>
  )
}
