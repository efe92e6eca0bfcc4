'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { Segments } from '@/components/ui/segments'
import { useAction } from '@/components/ui/use-action'
import { eraseBuyerAction } from '@/lib/insight/privacy/actions'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'
import { namedPlaces, type StillNamed } from '@/lib/insight/privacy/still-named'

type EraseBuyerProps = {
  erasure: BuyerErasure
  who: string
  onErased?: (() => void) | undefined
  onClose: () => void
}

/** How much goes and what stays, before anything does; while an order still needs the buyer, which and why. Afterwards, who names them still. */
export function EraseBuyerDialog(props: EraseBuyerProps) {
  const { hindered, byName, orders } = props.erasure
  const mayChoose = byName && orders > 1
  return hindered.length > 0 && !mayChoose ? <StillNeeded {...props} /> : <ConfirmErasing {...props} />
}

function StillNeeded({ erasure: { hindered }, onClose }: EraseBuyerProps) {
  const t = useTranslations('privacy.actions')
  const common = useTranslations('common')
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('neededTitle')}
      description={t('neededText')}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <Hindered hindered={hindered} />
    </Dialog>
  )
}

function Hindered({ hindered }: Pick<BuyerErasure, 'hindered'>) {
  const t = useTranslations('privacy.actions')
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {hindered.map(({ code, why }) => (
        <li key={code}>{t('needed', { code, why })}</li>
      ))}
    </ul>
  )
}

function ConfirmErasing({ erasure, who, onErased, onClose }: EraseBuyerProps) {
  const t = useTranslations('privacy.actions')
  const { orderId, code, codes, byName, orders } = erasure
  // A name alone may be that of two people: the fewer is asked for unless more is chosen.
  const [onlyThis, setOnlyThis] = useState(byName && orders > 1)
  const [left, setLeft] = useState<{ who: string; stillNamed: StillNamed } | null>(null)
  const close = () => {
    onClose()
    onErased?.()
  }
  const erasing = useAction(eraseBuyerAction, {
    // The page forgets at once who it was.
    onSuccess: ({ stillNamed }) => (stillNamed ? setLeft({ who, stillNamed }) : close()),
    successMessage: ({ orders: count }) => t('done', { count }),
    refresh: true,
  })
  const count = onlyThis ? 1 : orders
  const erasedCodes = onlyThis ? [code] : codes
  const hindered = erasure.hindered.filter((one) => !onlyThis || one.code === code)
  if (left) return <StillNamedElsewhere {...left} onClose={close} />
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={who ? t('confirmTitleOf', { who }) : t('confirmTitle')}
      text={t('confirmText', { count, codes: erasedCodes.join(', '), more: count - erasedCodes.length })}
      confirmLabel={t('confirm')}
      pending={erasing.pending}
      disabled={hindered.length > 0}
      onConfirm={() => void erasing.run({ orderId, onlyThis })}
    >
      <div className="flex flex-col gap-4">
        <FormError error={erasing.error} />
        {byName && orders > 1 && (
          <div className="flex flex-col gap-2">
            <Segments
              legend={t('which')}
              options={[
                { value: 'all', label: t('allOfName', { count: orders }) },
                { value: 'this', label: t('onlyThis', { code }) },
              ]}
              chosen={onlyThis ? 'this' : 'all'}
              onChoose={(chosen) => setOnlyThis(chosen === 'this')}
            />
            <p className="text-[13px] text-ink-3">{t('namesake')}</p>
          </div>
        )}
        {hindered.length > 0 ? (
          <div role="status" className="flex flex-col gap-2">
            <p>{t('neededText')}</p>
            <Hindered hindered={hindered} />
            <p className="text-[13px] text-ink-3">{t('elsewhere')}</p>
          </div>
        ) : (
          <>
            <DialogSection title={t('goesTitle')} text={t(byName ? 'goesByName' : 'goes')} />
            <DialogSection title={t('staysTitle')} text={t(byName ? 'staysByName' : 'stays')} />
            <DialogSection title={t('outsideTitle')} text={t('outside')} />
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}

function StillNamedElsewhere({
  who,
  stillNamed,
  onClose,
}: {
  who: string
  stillNamed: StillNamed
  onClose: () => void
}) {
  const t = useTranslations('privacy.actions')
  const common = useTranslations('common')
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('leftTitle')}
      description={t('leftText', { who: who || 'none' })}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {namedPlaces.map((place) => {
          const count = stillNamed[place]
          return count && <li key={place}>{t(`left.${place}`, { count })}</li>
        })}
      </ul>
    </Dialog>
  )
}

function DialogSection({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-[13px] font-semibold">{title}</h3>
      <p className="text-[13px] text-ink-2">{text}</p>
    </div>
  )
}
