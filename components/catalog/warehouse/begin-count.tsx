'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input, Select, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { openCountAction } from '@/lib/catalog/warehouse/actions'
import { countPath } from '@/lib/catalog/warehouse/count-schema'

type From = 'found' | 'all' | 'skus' | 'none'
type BeginCountProps = { query: string | null; initiallyOpen: boolean }

export function BeginCount({ query, initiallyOpen }: BeginCountProps) {
  const t = useTranslations('counts.begin')
  const router = useRouter()
  const [open, setOpen] = useState(initiallyOpen)
  const choices: From[] = query ? ['found', 'all', 'skus', 'none'] : ['all', 'skus', 'none']
  const [from, setFrom] = useState<From>(choices[0]!)
  const [name, setName] = useState('')
  const [skus, setSkus] = useState('')
  const begin = useAction(openCountAction, {
    successMessage: t('done'),
    onSuccess: ({ countId }) => router.push(countPath(countId)),
  })
  const submit = () => {
    const named = skus.split(/[\n,;\t]/).map((sku) => sku.trim())
    void begin.run({
      name,
      from: from === 'found' || from === 'all' ? 'filter' : from,
      query: from === 'found' ? (query ?? '') : '',
      skus: from === 'skus' ? named.filter(Boolean) : [],
    })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('action')}
      </Button>
      <FormDialog
        size="md"
        open={open}
        onClose={() => setOpen(false)}
        title={t('action')}
        description={t('text')}
        action={begin}
        labels={{ name: t('name'), skus: t('skus') }}
        submitLabel={t('save')}
        onSubmit={submit}
      >
        <Field label={t('name')} required error={begin.fields.name} hint={t('nameHint')}>
          <Input name="name" maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('from')} hint={t(`hints.${from}`)}>
          <Select
            value={from}
            onChange={({ target }) => setFrom(choices.find((known) => known === target.value) ?? 'all')}
            options={choices.map((choice) => ({ value: choice, label: t(`choices.${choice}`) }))}
          />
        </Field>
        {from === 'skus' && (
          <Field label={t('skus')} required error={begin.fields.skus}>
            <Textarea name="skus" rows={6} value={skus} onChange={({ target }) => setSkus(target.value)} />
          </Field>
        )}
      </FormDialog>
    </>
  )
}
