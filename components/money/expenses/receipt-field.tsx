'use client'

import { PaperClipIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { postFile } from '@/components/ui/post-file'
import { useMessage } from '@/components/ui/use-message'
import type { ExpenseDraft } from '@/lib/money/expenses/draft'
import { maxReceiptBytes, receiptEndings } from '@/lib/money/expenses/receipt-limits'

type Receipt = ExpenseDraft['receipt']
type ReceiptFieldProps = {
  receipt: Receipt
  onChange: (receipt: Receipt) => void
  /** While it is on its way: what is saved by then would be without it. */
  onSending: (sending: boolean) => void
  /** Where the receipt that is saved already can be opened. */
  href: string | null
  error?: string[]
}

const deadlineMs = 60_000

export function ReceiptField({ receipt, onChange, onSending, href, error }: ReceiptFieldProps) {
  const t = useTranslations('expenses.receipt')
  const message = useMessage()
  const { organizationId } = useOrganization()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    setSending(true)
    onSending(true)
    const sent = await postFile<{ id: string; name: string }>('/api/expenses/receipts', {
      file,
      organizationId,
      deadlineMs,
    })
    setSending(false)
    onSending(false)
    setProblem(sent.ok ? null : message(sent.error, sent.values))
    if (sent.ok) onChange(sent.data)
  }
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium text-ink">{t('label')}</legend>
      {receipt ? (
        <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
          <PaperClipIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
          {href ? (
            <a href={href} target="_blank" rel="noreferrer" className="min-w-0 flex-1 truncate font-medium">
              {receipt.name}
            </a>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium">{receipt.name}</span>
          )}
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <FileDrop
          label={t('add')}
          touchLabel={t('choose')}
          hint={sending ? t('sending') : t('hint')}
          accept={receiptEndings}
          maxBytes={maxReceiptBytes}
          file={null}
          onChange={(file) => void take(file)}
          disabled={sending}
          error={problem ?? error?.map((key) => message(key)).join(' ')}
        />
      )}
    </fieldset>
  )
}
