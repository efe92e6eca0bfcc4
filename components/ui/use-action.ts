'use client'

import { QueryClientContext } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useOrganization } from '@/components/shell/organization-context'
import type { ActionResult, ErrorCode } from '@/lib/core/errors'
import { clientSettings } from './client-settings'
import { markShown, wasShown } from './shown-failures'
import { useMessage, type MessageValues } from './use-message'

export type ActionFailure = { code: ErrorCode; values?: MessageValues; reference?: string }

type ActionRequest = { organizationId: string; idempotencyKey: string }
type Action<Input, Data> = (request: ActionRequest, input: Input) => Promise<ActionResult<Data>>

type Options<Data> = {
  onSuccess?: (data: Data) => void
  successMessage?: string | ((data: Data) => string)
  /** Asks the server for the page again after success. */
  refresh?: boolean
}

export type RunningAction<Input, Data> = {
  /** Undefined when a run was already under way: the second one is not sent. */
  run: (input: Input) => Promise<ActionResult<Data> | undefined>
  pending: boolean
  error: ActionFailure | null
  fields: Record<string, string[]>
  clearError: () => void
}

/**
 * Runs a server action for a form. The idempotency key belongs to the form: failures and timeouts keep it, so that a
 * retry of what did arrive is answered from the first time; success renews it. So does hearing that the key was already
 * used with other input: the earlier version was saved, and what stands in the form now can be sent as something new.
 */
export function useAction<Input, Data>(
  action: Action<Input, Data>,
  options: Options<Data> = {},
): RunningAction<Input, Data> {
  const { organizationId } = useOrganization()
  const key = useRef<string | null>(null)
  return useCall(
    (input) => {
      key.current ??= newIdempotencyKey()
      return action({ organizationId, idempotencyKey: key.current }, input)
    },
    options,
    (result) => {
      if (result.ok || result.error === 'keyReused') key.current = null
    },
  )
}

/** The same for forms of who is not signed in (sign-in, sign-up). */
export function usePublicAction<Input, Data>(
  action: (input: Input) => Promise<ActionResult<Data>>,
  options: Options<Data> = {},
): RunningAction<Input, Data> {
  return useCall(action, options)
}

function useCall<Input, Data>(
  send: (input: Input) => Promise<ActionResult<Data>>,
  options: Options<Data>,
  onSettled?: (result: ActionResult<Data>) => void,
): RunningAction<Input, Data> {
  const message = useMessage()
  const router = useRouter()
  // Pages of who is not signed in have none.
  const lookups = useContext(QueryClientContext)
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ActionFailure | null>(null)
  const [fields, setFields] = useState<Record<string, string[]>>({})
  const mounted = useRef(false)

  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])

  // Effects of children run first: an error that stands in the form is not shown a second time.
  useEffect(() => {
    if (!error || wasShown(error)) return
    markShown(error)
    toast.error(message(error.code, error.values))
  }, [error, message])

  const clearError = useCallback(() => {
    setError(null)
    setFields({})
  }, [])

  const run = async (input: Input) => {
    if (running.current) return undefined
    running.current = true
    setPending(true)
    const result = await settle(send(input))
    running.current = false
    setPending(false)
    onSettled?.(result)
    if (!result.ok) {
      setFields(result.fields ?? {})
      setError({ code: result.error, values: result.values, reference: result.reference })
      if (!mounted.current) toast.error(message(result.error, result.values))
      return result
    }
    clearError()
    // Whatever a look-up in the browser has kept may show what was just changed.
    lookups?.removeQueries({ type: 'inactive' })
    void lookups?.invalidateQueries({ predicate: ({ meta }) => meta?.isPreview !== true })
    const { onSuccess, successMessage, refresh } = options
    if (successMessage) toast.success(typeof successMessage === 'string' ? successMessage : successMessage(result.data))
    onSuccess?.(result.data)
    if (refresh) router.refresh()
    return result
  }

  return { run, pending, error, fields, clearError }
}

async function settle<Data>(call: Promise<ActionResult<Data>>): Promise<ActionResult<Data>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<ActionResult<Data>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, error: 'connectionTimeout' }), clientSettings.actionDeadlineMs)
  })
  try {
    return await Promise.race([call, deadline])
  } catch (thrown) {
    // A fetch that never reached the server rejects with a TypeError; what broke on the server carries a digest.
    const isGivenUp = thrown instanceof DOMException && thrown.name === 'TimeoutError'
    if (isGivenUp || thrown instanceof TypeError) return { ok: false, error: 'connectionTimeout' }
    const digest = thrown instanceof Error && 'digest' in thrown ? String(thrown.digest) : undefined
    return { ok: false, error: 'unexpected', reference: digest }
  } finally {
    clearTimeout(timer)
  }
}

/** `randomUUID` exists only on https and localhost; a shop's own network may have neither. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
