'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { Field, Select } from '@/components/ui/field'
import { formatDay } from '@/lib/core/dates'
import type { ChosenArrangement, ShipMethod } from '@/lib/sales/dispatch/schema'
import type { ChoiceGroup, PickupSlot } from '@/lib/connect/sync/dispatch/shipping-choices'
import { isTooLate } from '@/lib/sales/dispatch/suggest-arrangement'

type ArrangeGroupProps = {
  group: ChoiceGroup
  chosen: ChosenArrangement | null
  onMethod: (method: ShipMethod) => void
  onChange: (chosen: ChosenArrangement) => void
}

/** How the orders of one shop and carrier leave. */
export function ArrangeGroup({ group, chosen, onMethod, onChange }: ArrangeGroupProps) {
  const t = useTranslations('dispatch')
  const title = t('ship.group', { shop: group.shopName, carrier: group.carrier ?? t('ship.noCarrier') })
  const notes = [t('ship.count', { count: group.count }), group.retry && t('ship.retry')].filter(Boolean).join(' · ')
  const address = group.addresses.find(({ id }) => id === chosen?.addressId)
  const slot = address?.slots.find(({ id }) => id === chosen?.pickupTimeId)
  const slots = group.addresses.flatMap((one) => one.slots)
  const allLate = slots.length > 0 && slots.every((one) => isTooLate(group, one))
  const language = useLocale()
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <p className="-mt-2 text-[13px] text-ink-2">{notes}</p>
      {group.problem && (
        <p role="alert" className="text-bad">
          {[t(`problems.${group.problem}`), group.problemText].filter(Boolean).join(': ')}
        </p>
      )}
      {chosen && (
        <>
          <Field label={t('ship.method')}>
            <Select
              value={chosen.method}
              onChange={({ target }) => onMethod(group.methods.find((one) => one === target.value) ?? chosen.method)}
              options={group.methods.map((method) => ({ value: method, label: t(`ship.methods.${method}`) }))}
            />
          </Field>
          {chosen.method === 'pickup' && (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={t('ship.address')}>
                <Select
                  value={chosen.addressId ?? ''}
                  onChange={({ target }) => {
                    const next = group.addresses.find(({ id }) => id === target.value)
                    onChange({ ...chosen, addressId: target.value, pickupTimeId: next?.slots[0]?.id ?? null })
                  }}
                  options={group.addresses.map(({ id, text }) => ({ value: id, label: text }))}
                />
              </Field>
              <Field label={t('ship.slot')}>
                <Select
                  value={chosen.pickupTimeId ?? ''}
                  onChange={({ target }) => onChange({ ...chosen, pickupTimeId: target.value || null })}
                >
                  {(address?.slots ?? []).map((slot) => (
                    <SlotOption key={slot.id} slot={slot} />
                  ))}
                  {(address?.slots.length ?? 0) === 0 && <option value="">{t('ship.noSlot')}</option>}
                </Select>
              </Field>
            </div>
          )}
          {chosen.method === 'pickup' && isTooLate(group, slot) && (
            <p role="alert" className="text-[13px] font-medium text-warn">
              {t(group.methods.includes('dropoff') ? 'ship.lateDropOff' : 'ship.late', {
                day: formatDay(group.shipByDay!, language),
              })}
            </p>
          )}
          {chosen.method === 'dropoff' && allLate && (
            <p className="text-[13px] text-ink-2">
              {t('ship.dropOffInTime', { day: formatDay(group.shipByDay!, language) })}
            </p>
          )}
          {chosen.method === 'dropoff' && group.branches.length > 0 && (
            <Field label={t('ship.branch')}>
              <Select
                value={chosen.branchId ?? ''}
                onChange={({ target }) => onChange({ ...chosen, branchId: target.value })}
                options={group.branches.map(({ id, text }) => ({ value: id, label: text }))}
              />
            </Field>
          )}
          {chosen.method === 'direct' && <p className="text-[13px] text-ink-2">{t('ship.directNote')}</p>}
        </>
      )}
    </fieldset>
  )
}

function SlotOption({ slot }: { slot: PickupSlot }) {
  const t = useTranslations('dispatch.ship')
  const format = useFormatter()
  const day = slot.date
    ? format.dateTime(new Date(slot.date), { weekday: 'short', day: '2-digit', month: '2-digit' })
    : null
  const label = [day, slot.label].filter(Boolean).join(' · ') || slot.id
  return <option value={slot.id}>{slot.isRecommended ? t('recommended', { label }) : label}</option>
}
