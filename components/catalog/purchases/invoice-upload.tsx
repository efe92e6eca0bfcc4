'use client'

import { ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { DropArea } from '@/components/ui/drop-area'
import { Progress } from '@/components/ui/progress'
import { useMessage } from '@/components/ui/use-message'
import { formatMoney } from '@/lib/core/money'
import { newExpensePath } from '@/lib/core/paths'
import { can } from '@/lib/core/permissions'
import { uploadInvoiceAction } from '@/lib/catalog/purchases/actions'
import { invoicePath } from '@/lib/catalog/purchases/filters'
import type { OpenInvoice } from '@/lib/catalog/purchases/purchase-queries'
import { maxInvoiceBytes } from '@/lib/catalog/purchases/schema'

/** `expense`: where a document that is no purchase can be entered as an expense. */
type Outcome = { name: string; ok: boolean; text: string; expense?: string | undefined }

/** The freight of a CT-e, as a new expense begins with it. */
function freightExpense(values: Record<string, string | number> = {}): string | undefined {
  const { number, carrier, amount, issuedOn } = values
  if (!number || !carrier || !amount) return
  const cents = BigInt(String(amount).replace('.', ''))
  return newExpensePath({
    description: `CT-e ${number} · ${carrier}`,
    cents,
    dueOn: issuedOn ? String(issuedOn) : null,
  })
}

/** One file after the other, each with its own outcome: a bad one keeps no other from being read. */
export function InvoiceUpload({ invoices }: { invoices: OpenInvoice[] }) {
  const t = useTranslations('purchases.upload')
  const message = useMessage()
  const router = useRouter()
  const { organizationId, role } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])

  const read = async (file: File): Promise<Outcome & { id?: string }> => {
    const fail = (reason: string) => ({ name: file.name, ok: false, text: t('failed', { name: file.name, reason }) })
    if (file.size > maxInvoiceBytes) return fail(t('tooLarge'))
    const result = await uploadInvoiceAction({ organizationId }, { file }).catch(() => null)
    if (!result) return fail(message('connectionTimeout'))
    if (!result.ok) {
      const isFreight = result.error === 'purchaseInvoiceFreightOf' && can(role, 'expense.write')
      return {
        ...fail(message(result.error, result.values)),
        expense: isFreight ? freightExpense(result.values) : undefined,
      }
    }
    const { number, isOurs } = result.data
    const said = [t('read', { number }), !isOurs && t('notOurs')].filter(Boolean).join(', ')
    return { name: file.name, ok: true, text: said, id: result.data.id }
  }
  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || progress) return
    const results: (Outcome & { id?: string })[] = []
    for (const [done, file] of files.entries()) {
      setProgress({ done, total: files.length })
      results.push(await read(file))
      setOutcomes([...results])
    }
    setProgress(null)
    if (input.current) input.current.value = ''
    const [only] = results
    if (results.length === 1 && only?.id) router.push(invoicePath(only.id))
    else router.refresh()
  }

  return (
    <Card className="mb-4">
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <DropArea
        input={input}
        take={(files) => void take(files)}
        multiple
        accept=".xml"
        className="min-h-20 flex-wrap gap-2 py-4"
      >
        <ArrowUpTrayIcon aria-hidden className="size-5 text-ink-3" />
        <span className="font-semibold pointer-coarse:hidden">{t('drop')}</span>
        <span className="text-[13px] text-accent-text underline underline-offset-2">{t('choose')}</span>
      </DropArea>
      <div aria-live="polite" className="mt-2 empty:hidden">
        {progress && (
          <Progress
            label={t('uploading', { done: progress.done, total: progress.total })}
            value={progress.done}
            max={progress.total}
          />
        )}
        {outcomes.map(({ name, ok, text, expense }, index) => (
          <p key={`${name} ${index}`} className={classNames('text-[13px] break-words', ok ? 'text-good' : 'text-bad')}>
            {text}
            {expense && (
              <>
                {' '}
                <Link href={expense} className="text-accent-text underline underline-offset-2">
                  {t('asExpense')}
                </Link>
              </>
            )}
          </p>
        ))}
      </div>
      {invoices.length > 0 && <OpenInvoices invoices={invoices} />}
    </Card>
  )
}

function OpenInvoices({ invoices }: { invoices: OpenInvoice[] }) {
  const t = useTranslations('purchases.upload')
  const language = useLocale()
  return (
    <section className="mt-4">
      <h3 className="text-[13px] font-semibold text-ink-2">{t('open')}</h3>
      <ul className="mt-1 divide-y divide-line">
        {invoices.map(({ id, number, supplierName, totalCents, isOurs }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-semibold tabular-nums">{number}</span>
              <span className="ml-2 text-ink-2">{supplierName}</span>
              {!isOurs && <span className="block text-xs text-warn">{t('notOurs')}</span>}
            </span>
            <span className="flex items-center gap-3 tabular-nums">
              {formatMoney(totalCents, language)}
              <ButtonLink size="sm" href={invoicePath(id)}>
                {t('review')}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
