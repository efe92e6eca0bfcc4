'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { createCampaignAction, updateCampaignAction } from '@/lib/money/campaigns/actions'
import { campaignPath, daysOf } from '@/lib/money/campaigns/schema'
import type { CampaignHead } from '@/lib/money/campaigns/views'
import { percentText, readPercent } from './percent'

type FormProps = {
  shops: { id: string; name: string }[]
  today: Day
  /** Null for a new one. */
  plan: CampaignHead | null
  /** Listings and prices that begin a new one, of its only shop, with what sells of each in thirty days. */
  picked?: PickedLine[]
  size?: 'sm'
}
export type PickedLine = { listingId: string; priceCents: Cents; monthUnits: number }

export function CampaignButton(props: FormProps) {
  const t = useTranslations('campaigns')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={props.size}
        variant={props.plan || props.picked ? 'secondary' : 'primary'}
        onClick={() => setOpen(true)}
      >
        {t(props.picked ? 'newOfPicked' : props.plan ? 'edit' : 'new')}
      </Button>
      {open && <CampaignForm {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** As many as usually sell in these days, and one at least. */
const unitsIn = (monthUnits: number, days: number) => Math.max(1, Math.round((monthUnits * days) / 30))

function CampaignForm({ shops, today, plan, picked, onClose }: FormProps & { onClose: () => void }) {
  const t = useTranslations('campaigns')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const [draft, setDraft] = useState({
    shopId: plan?.shopId ?? shops[0]?.id ?? '',
    name: plan?.name ?? '',
    fromDay: plan?.fromDay ?? null,
    toDay: plan?.toDay ?? null,
    isHighlight: plan?.isHighlight ?? true,
    leastMargin: percentText(plan?.leastMargin ?? null, language),
  })
  const [start] = useState(draft)
  const mayLeave = useUnsavedGuard(draft !== start)
  const creating = useAction(createCampaignAction)
  const updating = useAction(updateCampaignAction)
  const { pending, error, fields } = plan ? updating : creating
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })
  const submit = async () => {
    const { shopId, leastMargin, fromDay, toDay, ...rest } = draft
    const head = { ...rest, fromDay: fromDay ?? '', toDay: toDay ?? '', leastMargin: readPercent(leastMargin) }
    const result = plan
      ? await updating.run({ campaignId: plan.id, version: plan.version, ...head })
      : await creating.run({ shopId, ...head, lines: linesOf(head) })
    if (!result?.ok) return
    onClose()
    if (plan) router.refresh()
    else router.push(campaignPath(result.data.id))
  }
  const linesOf = (days: { fromDay: Day; toDay: Day }) =>
    (picked ?? []).map(({ listingId, priceCents, monthUnits }) => {
      const count = days.fromDay && days.toDay ? daysOf(days) : 1
      return { listingId, priceCents, units: unitsIn(monthUnits, Math.max(1, count)) }
    })
  const labels = {
    lines: t('listings'),
    name: t('name'),
    fromDay: t('fromDay'),
    toDay: t('toDay'),
    leastMargin: t('leastMargin'),
  }
  return (
    <FormDialog
      size="md"
      onClose={() => mayLeave() && onClose()}
      title={t(plan ? 'edit' : 'new')}
      description={picked ? t('formOfPicked', { count: picked.length, shop: shops[0]?.name ?? '' }) : t('formText')}
      action={{ pending, error, fields }}
      labels={labels}
      submitLabel={common('save')}
      onSubmit={() => void submit()}
      changed={plan && <WhatChanged kind="campaign" id={plan.id} />}
    >
      <Field label={t('name')} required error={fields.name}>
        <Input
          name="name"
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          placeholder={t('namePlaceholder')}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      {!plan && !picked && (
        <Field label={t('shop')} required error={fields.shopId}>
          <Select
            name="shopId"
            value={draft.shopId}
            onChange={({ target }) => change({ shopId: target.value })}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('fromDay')} required error={fields.fromDay}>
          <DateInput
            name="fromDay"
            value={draft.fromDay}
            today={today}
            onChange={(fromDay) => change({ fromDay, toDay: draft.toDay ?? fromDay })}
          />
        </Field>
        <Field label={t('toDay')} required error={fields.toDay}>
          <DateInput name="toDay" value={draft.toDay} today={today} onChange={(toDay) => change({ toDay })} />
        </Field>
      </div>
      <Checkbox
        label={t('isHighlight')}
        hint={t('isHighlightHint')}
        checked={draft.isHighlight}
        onChange={({ target }) => change({ isHighlight: target.checked })}
      />
      <Field label={t('leastMargin')} optional hint={t('leastMarginHint')} error={fields.leastMargin}>
        <Input
          name="leastMargin"
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          value={draft.leastMargin}
          onChange={({ target }) => change({ leastMargin: target.value })}
          className="text-right tabular-nums sm:max-w-32"
        />
      </Field>
    </FormDialog>
  )
}
