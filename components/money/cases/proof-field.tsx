'use client'

import { PaperClipIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { postFile } from '@/components/ui/post-file'
import { useMessage } from '@/components/ui/use-message'
import { maxFiles } from '@/lib/money/cases/schema'
import { maxReceiptBytes, receiptEndings } from '@/lib/money/expenses/receipt-limits'

export type Proof = { id: string; name: string }
type ProofFieldProps = {
  proofs: Proof[]
  onAdd: (proof: Proof) => void
  onRemove?: (id: string) => void
  error?: string[]
}

const deadlineMs = 60_000

/** Papers and pictures that go with a case; each is sent as it is chosen. */
export function ProofField({ proofs, onAdd, onRemove, error }: ProofFieldProps) {
  const t = useTranslations('cases.files')
  const message = useMessage()
  const { organizationId } = useOrganization()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    setSending(true)
    const sent = await postFile<Proof>('/api/cases/proofs', { file, organizationId, deadlineMs })
    setSending(false)
    setProblem(sent.ok ? null : message(sent.error, sent.values))
    if (sent.ok) onAdd(sent.data)
  }
  return (
    <div className="flex flex-col gap-2">
      {onRemove &&
        proofs.map(({ id, name }) => (
          <div
            key={id}
            className="flex items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3"
          >
            <PaperClipIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <Button variant="ghost" size="sm" aria-label={t('removeNamed', { name })} onClick={() => onRemove(id)}>
              {t('remove')}
            </Button>
          </div>
        ))}
      {proofs.length < maxFiles && (
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
    </div>
  )
}
