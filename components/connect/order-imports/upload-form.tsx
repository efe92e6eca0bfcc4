'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { fileField, readChosen, useSheetSending } from './use-sheet-sending'

const maxBytes = 50 * 1024 * 1024
const newShop = ''

export function UploadForm({ shops }: { shops: { id: string; name: string }[] }) {
  const t = useTranslations('imports.upload')
  const router = useRouter()
  const { send, sent, error, clearError, renewKey } = useSheetSending((importId) =>
    router.push(`/dashboard/orders/import/${importId}`),
  )
  const [file, setFile] = useState<File | null>(null)
  const [shopId, setShopId] = useState(shops.length === 1 ? (shops[0]?.id ?? newShop) : newShop)
  const [shopName, setShopName] = useState('')
  const [missing, setMissing] = useState<{ file?: string; shopName?: string }>({})
  const naming = shopId === newShop

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== null) return
    const chosen = file ?? readChosen(event.currentTarget)
    const lacks = {
      ...(!chosen && { file: t('fileNeeded') }),
      ...(naming && shopName.trim() === '' && { shopName: 'errors.importShopNeeded' }),
    }
    setMissing(lacks)
    clearError()
    if (!chosen || lacks.shopName) return
    setFile(chosen)
    const query = new URLSearchParams({ fileName: chosen.name })
    if (naming) query.set('shopName', shopName.trim())
    else query.set('shopId', shopId)
    await send(`/api/imports?${query}`, chosen)
  }

  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      <FormError error={error} />
      <FileDrop
        name={fileField}
        label={t('drop')}
        hint={t('hint', { megabytes: 50 })}
        accept={['.xlsx', '.xls', '.ods', '.csv']}
        maxBytes={maxBytes}
        file={file}
        onChange={(chosen) => {
          renewKey()
          setFile(chosen)
          clearError()
          setMissing((was) => ({ ...was, file: undefined }))
        }}
        disabled={sent !== null}
        error={missing.file}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {shops.length > 0 && (
          <Field label={t('shop')}>
            <Select value={shopId} onChange={({ target }) => setShopId(target.value)} disabled={sent !== null}>
              {shops.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={newShop}>{t('newShop')}</option>
            </Select>
          </Field>
        )}
        {naming && (
          <Field label={t('shopName')} hint={t('shopNameHint')} error={missing.shopName} required>
            <Input
              value={shopName}
              maxLength={80}
              autoComplete="off"
              disabled={sent !== null}
              onChange={({ target }) => setShopName(target.value)}
            />
          </Field>
        )}
      </div>
      {sent === null ? (
        <Button type="submit" variant="primary">
          {t('submit')}
        </Button>
      ) : (
        <Progress
          label={t('sending')}
          value={Math.round(sent * 100)}
          detail={t('percent', { percent: Math.round(sent * 100) })}
        />
      )}
    </form>
  )
}
