'use client'

import { ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { DropArea } from '@/components/ui/drop-area'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { sendInvoicesAction } from '@/lib/sales/dispatch/actions'
import type { ReceivedInvoice } from '@/lib/sales/dispatch/receive-invoice'
import { centralPath, invoiceMaxBytes, ordersAtOnce } from '@/lib/sales/dispatch/schema'
import type { ActionResult } from '@/lib/core/errors'
import { formatMoney } from '@/lib/core/money'
import { sendInvoice } from './send-invoice'

const AT_ONCE = 3

type Outcome = { name: string; result: ActionResult<ReceivedInvoice> }

/** `ready`: orders whose invoice is here already and not yet sent. */
export function InvoiceUpload({ ready }: { ready: string[] }) {
  const t = useTranslations('dispatch.notes')
  const bulk = useTranslations('dispatch.bulk')
  const router = useRouter()
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [total, setTotal] = useState(0)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const isBusy = outcomes.length < total
  const received = outcomes.flatMap(({ result }) => (result.ok ? (result.data.orderId ?? []) : []))
  const orderIds = [...new Set([...received, ...ready])]
  const send = useAction(sendInvoicesAction, {
    successMessage: ({ count }) => bulk('queuedInvoices', { count }),
    onSuccess: () => router.push(centralPath),
  })

  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || isBusy) return
    setTotal(files.length)
    setOutcomes([])
    const queue = [...files]
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const { name } = file
        const result = await upload(organizationId, file)
        setOutcomes((all) => [...all, { name, result }])
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (input.current) input.current.value = ''
    router.refresh()
  }

  return (
    <div className="grid gap-4">
      <DropArea
        input={input}
        take={(files) => void take(files)}
        multiple
        accept=".xml,.pdf"
        disabled={isBusy}
        aria-describedby="invoice-files-hint"
      >
        <ArrowUpTrayIcon aria-hidden className="mb-1 size-6 text-ink-3" />
        <span className="font-semibold pointer-coarse:hidden">{t('drop')}</span>
        <span className="text-accent-text underline underline-offset-2">{t('choose')}</span>
        <span id="invoice-files-hint" className="text-xs text-ink-3">
          {t('hint')}
        </span>
      </DropArea>
      {isBusy && (
        <Progress
          label={t('sending', { done: outcomes.length, total })}
          value={outcomes.length}
          max={Math.max(1, total)}
        />
      )}
      {outcomes.length > 0 && (
        <section aria-live="polite" className="grid gap-2">
          <h3 className="text-[13px] font-semibold text-ink-2">{t('results', { count: outcomes.length })}</h3>
          <ul
            tabIndex={0}
            aria-label={t('results', { count: outcomes.length })}
            className="grid max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line"
          >
            {outcomes.map((outcome, index) => (
              <OutcomeLine key={index} outcome={outcome} />
            ))}
          </ul>
        </section>
      )}
      {!isBusy && orderIds.length > 0 && (
        <Button
          variant="primary"
          className="w-fit"
          pending={send.pending}
          onClick={() => void send.run({ selection: { orderIds: orderIds.slice(0, ordersAtOnce) } })}
        >
          {t('sendNow', { count: orderIds.length })}
        </Button>
      )}
    </div>
  )
}

async function upload(organizationId: string, file: File): Promise<ActionResult<ReceivedInvoice>> {
  if (file.size > invoiceMaxBytes) return { ok: false, error: 'fileTooLarge', values: { megabytes: 1 } }
  return sendInvoice(organizationId, file)
}

function OutcomeLine({ outcome: { name, result } }: { outcome: Outcome }) {
  const t = useTranslations('dispatch.notes')
  const message = useMessage()
  const language = useLocale()
  const notes = result.ok
    ? [
        result.data.differenceCents &&
          t('difference', { value: formatMoney(BigInt(result.data.differenceCents), language) }),
        result.data.refusal && t('refusal', { text: result.data.refusal }),
      ].filter(Boolean)
    : []
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-3 py-2">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      {result.ok ? (
        <span className={result.data.orderCode ? 'font-medium text-good' : 'font-medium text-warn'}>
          {result.data.orderCode ? t('matched', { code: result.data.orderCode }) : t('unmatched')}
        </span>
      ) : (
        <span className="text-bad">{message(result.error, result.values)}</span>
      )}
      {notes.map((note) => (
        <span key={note} className="w-full text-[13px] text-warn">
          {note}
        </span>
      ))}
    </li>
  )
}
