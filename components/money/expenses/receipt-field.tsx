'use client'

import { PaperClipIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import type { ExpenseDraft } from '@/lib/money/expenses/draft'
import { DocumentDrop } from './document-drop'

type Receipt = ExpenseDraft['receipt']
type ReceiptFieldProps = {
  receipt: Receipt
  onChange: (receipt: Receipt) => void
  onSending: (sending: boolean) => void
  /** Where the receipt that is saved already can be opened. */
  href: string | null
  error?: string[]
}

export function ReceiptField({ receipt, onChange, onSending, href, error }: ReceiptFieldProps) {
  const t = useTranslations('expenses.receipt')
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
        <DocumentDrop
          path="/api/expenses/receipts"
          texts={{ add: t('add'), choose: t('choose'), hint: t('hint'), sending: t('sending') }}
          onSent={onChange}
          onSending={onSending}
          error={error}
        />
      )}
    </fieldset>
  )
}
