'use client'

import { ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { sendTo } from '@/components/connect/order-imports/send-file'
import { useOrganization } from '@/components/shell/organization-context'
import { DropArea } from '@/components/ui/drop-area'
import { Field, Select } from '@/components/ui/field'
import { Progress } from '@/components/ui/progress'
import { newIdempotencyKey } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { moneyFilesPath } from '@/lib/core/paths'

const maxBytes = 50 * 1024 * 1024
const megabytes = 50
const maxFiles = 20
const endings = ['.xlsx', '.xls', '.ods', '.csv', '.txt', '.ofx', '.xml']
const anyShop = ''

type Refused = { name: string; text: string }

/** Each file is sent by itself, one after the other; what one is refused for keeps none of the others back. */
export function MoneyUploadForm({ shops }: { shops: { id: string; name: string }[] }) {
  const t = useTranslations('moneyFiles.upload')
  const message = useMessage()
  const router = useRouter()
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [shopId, setShopId] = useState(anyShop)
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [sent, setSent] = useState(0)
  const [refused, setRefused] = useState<Refused[]>([])

  const refuse = (name: string, text: string) => setRefused((all) => [...all, { name, text }])
  const send = async (file: File): Promise<string | null> => {
    if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
      refuse(file.name, t('wrongType', { name: file.name }))
      return null
    }
    if (file.size > maxBytes) {
      refuse(file.name, message('importFileTooLarge', { megabytes }))
      return null
    }
    setSending({ name: file.name, share: 0 })
    const result = await sendTo(`/api/money-files?${new URLSearchParams({ fileName: file.name, shopId })}`, {
      file,
      organizationId,
      idempotencyKey: newIdempotencyKey(),
      onProgress: (share) => setSending({ name: file.name, share }),
    })
    if (result.ok) return result.data.importId
    refuse(file.name, message(result.error, result.values))
    return null
  }
  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || sending) return
    setRefused([])
    setSent(0)
    if (files.length > maxFiles) return refuse('', t('tooMany', { count: maxFiles }))
    const ids: string[] = []
    for (const file of files) {
      const id = await send(file)
      if (id) ids.push(id)
      setSent(ids.length)
    }
    setSending(null)
    if (input.current) input.current.value = ''
    if (files.length === 1 && ids[0]) router.push(`${moneyFilesPath}/${ids[0]}`)
    else router.refresh()
  }

  return (
    <div className="grid gap-4">
      {shops.length > 1 && (
        <Field label={t('shop')} className="sm:max-w-sm">
          <Select
            value={shopId}
            disabled={sending !== null}
            onChange={({ target }) => setShopId(target.value)}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          >
            <option value={anyShop}>{t('recognize')}</option>
          </Select>
        </Field>
      )}
      <DropArea
        input={input}
        take={(files) => void take(files)}
        multiple
        accept={endings.join(',')}
        disabled={sending !== null}
        aria-describedby="money-files-hint"
      >
        <ArrowUpTrayIcon aria-hidden className="mb-1 size-6 text-ink-3" />
        <span className="font-semibold pointer-coarse:hidden">{t('drop')}</span>
        <span className="text-accent-text underline underline-offset-2">{t('touch')}</span>
        <span id="money-files-hint" className="text-xs text-ink-3">
          {t('hint', { megabytes, count: maxFiles })}
        </span>
      </DropArea>
      {sending && <Progress label={t('sending', { name: sending.name })} value={Math.round(sending.share * 100)} />}
      <div aria-live="polite" className="grid gap-1 text-[13px]">
        {sent > 0 && <p className="text-ink-2">{t('sent', { count: sent })}</p>}
        {refused.map(({ name, text }) => (
          <p key={`${name} ${text}`} className="text-bad">
            {name && !text.includes(name) && <span className="font-semibold">{name} </span>}
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
