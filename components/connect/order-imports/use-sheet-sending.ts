'use client'

import { useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { newIdempotencyKey, type ActionFailure } from '@/components/ui/use-action'
import { sendTo } from './send-file'

export const fileField = 'file'

/** A file chosen before hydration. */
export function readChosen(form: HTMLFormElement): File | null {
  const chosen = new FormData(form).get(fileField)
  return chosen instanceof File && chosen.name !== '' ? chosen : null
}

/** Sends the file of a form under a key that outlives an answer that did not arrive; `sent` is the share on its way. */
export function useSheetSending(onDone: (importId: string) => void) {
  const { organizationId } = useOrganization()
  const key = useRef<string | null>(null)
  const [error, setError] = useState<ActionFailure | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const clearError = () => setError(null)
  const renewKey = () => void (key.current = null)
  const send = async (address: string, file: File) => {
    key.current ??= newIdempotencyKey()
    setSent(0)
    const result = await sendTo(address, { file, organizationId, idempotencyKey: key.current, onProgress: setSent })
    if (result.ok) return onDone(result.data.importId)
    if (result.error !== 'connectionTimeout') renewKey()
    setSent(null)
    setError({ code: result.error, values: result.values, reference: result.reference })
  }
  return { send, sent, error, clearError, renewKey }
}
