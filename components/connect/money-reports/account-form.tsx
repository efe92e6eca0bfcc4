'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { CardHeader } from '@/components/ui/card'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { chooseMoneyOwnerAction } from '@/lib/connect/money-reports/actions'
import type { BankAccount, Owner } from '@/lib/connect/money-reports/schema'
import { formatDay } from '@/lib/core/dates'

type AccountFormProps = { importId: string; owner: Owner; accounts: BankAccount[]; mayImport: boolean }

/** Which account a statement is of that names none. The file is then checked again. */
export function AccountForm({ importId, owner, accounts, mayImport }: AccountFormProps) {
  const t = useTranslations('moneyFiles.account')
  const language = useLocale()
  const [account, setAccount] = useState('')
  const choose = useAction(chooseMoneyOwnerAction, { refresh: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (account) void choose.run({ importId, ownerId: owner.id, account })
  }
  const options = accounts.map(({ key, end, from, to, entries }) => ({
    value: key,
    label: t(end ? 'known' : 'sheet', { end, entries, from: formatDay(from, language), to: formatDay(to, language) }),
  }))
  return (
    <form onSubmit={submit} className="space-y-4">
      <CardHeader title={t('title')} description={t('text', { name: owner.name })} />
      <FormError error={choose.error} fields={choose.fields} />
      <Field label={t('label')}>
        <Select
          value={account}
          disabled={!mayImport}
          onChange={({ target }) => setAccount(target.value)}
          options={[...options, { value: 'new', label: t('another') }]}
        >
          <option value="">{t('choose')}</option>
        </Select>
      </Field>
      {mayImport && (
        <Button type="submit" variant="primary" disabled={!account} pending={choose.pending}>
          {t('submit')}
        </Button>
      )}
    </form>
  )
}
