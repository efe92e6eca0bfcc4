'use client'

import { ArrowTopRightOnSquareIcon, ClipboardDocumentIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, Input, Select, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { Segments } from '@/components/ui/segments'
import { useAction } from '@/components/ui/use-action'
import { formatMoney } from '@/lib/core/money'
import { answerReturnAction, listDisputeReasonsAction } from '@/lib/connect/sync/actions'
import { sellerCentreUrl } from '@/lib/sales/returns/schema'
import type { ReturnView } from '@/lib/sales/returns/views'

type Kind = 'acceptOffer' | 'accept' | 'offer' | 'dispute'
type Reason = { id: number; name: string; requirement: string | null }

/** Answers that the platform takes over its API; the rest goes with this text to its Seller Centre. */
export function AnswerReturn({ back }: { back: ReturnView }) {
  const t = useTranslations('returns.answer')
  const language = useLocale()
  const proposed = back.buyerOffersCents
  const kinds: Kind[] = ['accept', 'offer', 'dispute']
  const offered = kinds.filter((one) => one !== 'offer' || back.offersLeft !== 0)
  const [kind, setKind] = useState<Kind>(proposed === null ? 'accept' : 'acceptOffer')
  const [offer, setOffer] = useState({ text: '', cents: null as bigint | null })
  const [dispute, setDispute] = useState({ reasonId: '', email: '', text: '' })
  const [reasons, setReasons] = useState<Reason[] | null>(null)
  const [confirming, setConfirming] = useState(false)
  const answering = useAction(answerReturnAction, { refresh: true, successMessage: t('sent') })
  const readingReasons = useAction(listDisputeReasonsAction, { onSuccess: (data) => setReasons(data.reasons) })
  const choose = (next: Kind) => {
    setKind(next)
    if (next === 'dispute' && reasons === null && back.canAnswer) void readingReasons.run({ returnId: back.id })
  }
  const answerOf = () => {
    if (kind === 'accept' || kind === 'acceptOffer') return { kind }
    if (kind === 'offer') return { kind, amountCents: Number(offer.cents ?? 0n) }
    return { kind, reasonId: Number(dispute.reasonId), email: dispute.email.trim(), text: dispute.text }
  }
  const send = async () => {
    setConfirming(false)
    await answering.run({ returnId: back.id, version: back.version, answer: answerOf() })
  }
  // Unknown where the platform gave none.
  const most = back.refundCents || null
  const isOver = kind === 'offer' && most !== null && (offer.cents ?? 0n) > most
  const fieldOf = (name: string) => answering.fields[`answer.${name}`]
  const chosen = reasons?.find(({ id }) => String(id) === dispute.reasonId)
  const requirement = chosen?.requirement === chosen?.name ? null : chosen?.requirement
  const means = kind === 'accept' && back.kind === 'with_return' ? 'means.acceptBack' : (`means.${kind}` as const)
  const state = back.canAnswer ? 'text' : back.waitsForBuyer ? 'waitsForBuyer' : 'noRole'
  return (
    <Card>
      <CardHeader title={t('title')} description={t(state)} className="mb-3" />
      {back.canAnswer && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isOver) setConfirming(true)
          }}
        >
          <Segments
            legend={t('legend')}
            options={(proposed === null ? offered : ['acceptOffer' as const, ...offered]).map((value) => ({
              value,
              label: t(`kinds.${value}`),
            }))}
            chosen={kind}
            onChoose={choose}
          />
          <p className="text-ink-2">{t(means, { amount: formatMoney(proposed ?? 0n, language) })}</p>
          {kind === 'offer' && (
            <Field
              label={t('amount')}
              required
              error={isOver ? t('amountOver', { amount: formatMoney(most!, language) }) : fieldOf('amountCents')}
            >
              <MoneyInput
                value={offer.text}
                onChange={(text, parsed) => setOffer({ text, cents: parsed?.ok ? parsed.cents : null })}
              />
            </Field>
          )}
          {kind === 'dispute' && (
            <>
              <Field label={t('reason')} required error={fieldOf('reasonId')} hint={requirement}>
                <Select
                  value={dispute.reasonId}
                  disabled={readingReasons.pending}
                  onChange={({ target }) => setDispute({ ...dispute, reasonId: target.value })}
                  options={(reasons ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                >
                  <option value="">{t(readingReasons.pending ? 'reading' : 'choose')}</option>
                </Select>
              </Field>
              <Field label={t('email')} required error={fieldOf('email')} hint={t('emailHint')}>
                <Input
                  type="email"
                  value={dispute.email}
                  onChange={({ target }) => setDispute({ ...dispute, email: target.value })}
                />
              </Field>
              <Field label={t('words')} required error={fieldOf('text')}>
                <Textarea
                  maxLength={1000}
                  value={dispute.text}
                  onChange={({ target }) => setDispute({ ...dispute, text: target.value })}
                />
              </Field>
            </>
          )}
          <FormError error={answering.error} changed={<WhatChanged kind="order" id={back.orderId} />} />
          <Button
            variant="primary"
            type="submit"
            pending={answering.pending}
            disabled={(kind === 'dispute' && dispute.reasonId === '') || (kind === 'offer' && offer.cents === null)}
            className="justify-self-start"
          >
            {t(`do.${kind}`)}
          </Button>
        </form>
      )}
      <ByHand back={back} />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t(`confirm.${kind}`, { code: back.orderCode, amount: formatMoney(offer.cents ?? 0n, language) })}
        text={t('confirmText')}
        confirmLabel={t(`do.${kind}`)}
        onConfirm={() => void send()}
      />
    </Card>
  )
}

function ByHand({ back }: { back: ReturnView }) {
  const t = useTranslations('returns.answer')
  const text = [
    t('template', {
      code: back.orderCode,
      number: back.number,
      items: back.items.map(({ title }) => title).join(', '),
    }),
    back.packed && t('templatePacked'),
    back.evidence.length > 0 && t('templateEvidence', { count: back.evidence.length }),
  ]
    .filter(Boolean)
    .join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    )
  return (
    <div className="mt-4 grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{t('byHand')}</h3>
      <p className="text-ink-2">{t('byHandText')}</p>
      <blockquote className="rounded-control bg-sunken px-3 py-2 text-[13px] whitespace-pre-line">{text}</blockquote>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <ClipboardDocumentIcon aria-hidden />
          {t('copy')}
        </Button>
        <a href={sellerCentreUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          <ArrowTopRightOnSquareIcon aria-hidden />
          {t('sellerCentre')}
        </a>
      </span>
    </div>
  )
}
