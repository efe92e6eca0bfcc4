'use client'

import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { FileDrop } from '@/components/ui/file-drop'
import { postFile } from '@/components/ui/post-file'
import { useMessage } from '@/components/ui/use-message'
import { maxReceiptBytes, receiptEndings } from '@/lib/money/expenses/receipt-limits'

export type Document = { id: string; name: string }
type DocumentDropProps = {
  path: string
  texts: Record<'add' | 'choose' | 'hint' | 'sending', string>
  onSent: (document: Document) => void
  /** While it is on its way: what is saved by then would be without it. */
  onSending?: (sending: boolean) => void
  error?: string[]
}

const deadlineMs = 60_000

/** Takes a paper or a picture that goes with a record; it is sent as it is chosen. */
export function DocumentDrop({ path, texts, onSent, onSending, error }: DocumentDropProps) {
  const message = useMessage()
  const { organizationId } = useOrganization()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mark = (isSending: boolean) => {
    setSending(isSending)
    onSending?.(isSending)
  }
  const take = async (file: File | null) => {
    if (!file) return
    mark(true)
    const sent = await postFile<Document>(path, { file, organizationId, deadlineMs })
    mark(false)
    setProblem(sent.ok ? null : message(sent.error, sent.values))
    if (sent.ok) onSent(sent.data)
  }
  return (
    <FileDrop
      label={texts.add}
      touchLabel={texts.choose}
      hint={sending ? texts.sending : texts.hint}
      accept={receiptEndings}
      maxBytes={maxReceiptBytes}
      file={null}
      onChange={(file) => void take(file)}
      disabled={sending}
      error={problem ?? error?.map((key) => message(key)).join(' ')}
    />
  )
}
