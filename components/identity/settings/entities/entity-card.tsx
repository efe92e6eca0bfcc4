'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { archiveEntityAction } from '@/lib/identity/settings/actions'
import { formatDocument } from '@/lib/identity/settings/documents'
import { formatRate } from '@/lib/identity/settings/rates'
import type { EntitiesView, EntityView } from '@/lib/identity/settings/views'
import { EntityDrawer } from './entity-drawer'
import { SalesChannelList } from './sales-channel-list'
import { TaxDrawer } from './tax-drawer'
import { DraftFrame } from '@/components/ui/draft-frame'
import { RevenueForm } from './revenue-form'

type EntityCardProps = { entity: EntityView; others: EntityView[]; view: EntitiesView }
type Open = 'edit' | 'taxes' | 'revenue' | 'archive' | null

export function EntityCard({ entity, others, view: { canEdit, today } }: EntityCardProps) {
  const t = useTranslations('companyData.entities')
  const common = useTranslations('common')
  const [open, setOpen] = useState<Open>(null)
  const { name, sellerType, document } = entity
  const close = () => setOpen(null)
  const shown = document
    ? `${t(`types.${sellerType}`)} ${formatDocument(document, sellerType)}`
    : t(`types.${sellerType}`)
  const actions = canEdit && (
    <>
      <Button size="sm" aria-label={t('editNamed', { name })} onClick={() => setOpen('edit')}>
        {common('edit')}
      </Button>
      {others.length > 0 && (
        <Button size="sm" variant="ghost" aria-label={t('archiveNamed', { name })} onClick={() => setOpen('archive')}>
          {t('archive')}
        </Button>
      )}
    </>
  )
  return (
    <Card as="article">
      <CardHeader title={name} description={<span className="tabular-nums">{shown}</span>} actions={actions} />
      <Missing entity={entity} />
      <Facts entity={entity} onOpen={setOpen} />
      <HistoryLink kind="legalEntity" id={entity.id} />
      <SalesChannelList entity={entity} others={others} canEdit={canEdit} today={today} />
      <EntityDrawer entity={entity} open={open === 'edit'} onClose={close} today={today} />
      <TaxDrawer entity={entity} open={open === 'taxes'} onClose={close} today={today} />
      <RevenueDrawer entity={entity} open={open === 'revenue'} onClose={close} />
      <ArchiveEntity entity={entity} open={open === 'archive'} onClose={close} />
    </Card>
  )
}

function Missing({ entity: { sellerType, document, state, taxRates, archived } }: { entity: EntityView }) {
  const t = useTranslations('companyData.entities.missing')
  const missing = [
    !document && t(sellerType),
    !state && t('state'),
    !taxRates.some((rate) => rate.state === 'current') && t('tax'),
  ].filter((text) => text !== false)
  if (archived || missing.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {missing.map((text) => (
        <li key={text}>
          <Badge tone="warn">{text}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Facts({ entity, onOpen }: { entity: EntityView; onOpen: (open: Open) => void }) {
  const t = useTranslations('companyData.entities')
  const taxes = useTranslations('companyData.taxes')
  const language = useLocale()
  const { name, stateRegistration, state, openedOn, taxRates, months } = entity
  const current = taxRates.find((rate) => rate.state === 'current')
  const known = months.filter(({ revenueCents }) => revenueCents !== null)
  const revenue = formatMoney(
    known.reduce((sum, { revenueCents }) => sum + (revenueCents ?? 0n), 0n),
    language,
  )
  const tax = current && [taxes(`regimes.${current.regime}`), current.rate && formatRate(current.rate, language)]
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-3 xl:grid-cols-5">
      <Fact label={t('stateRegistration')}>{stateRegistration}</Fact>
      <Fact label={t('state')}>{state}</Fact>
      <Fact label={t('openedOn')}>{openedOn && formatDay(openedOn, language)}</Fact>
      <Fact label={t('tax')}>
        {tax && <span className="block">{tax.filter(Boolean).join(' · ')}</span>}
        <FactButton label={t('taxesNamed', { name })} onClick={() => onOpen('taxes')}>
          {t('taxes')}
        </FactButton>
      </Fact>
      <Fact label={t('revenue')}>
        {known.length > 0 && <span className="block tabular-nums">{revenue}</span>}
        <FactButton label={t('revenueNamed', { name })} onClick={() => onOpen('revenue')}>
          {known.length > 0 ? t('revenueEdit') : t('revenueAdd')}
        </FactButton>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslations('companyData.entities')
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-3">{label}</dt>
      <dd className="wrap-anywhere">{children || <span className="text-ink-3">{t('notGiven')}</span>}</dd>
    </div>
  )
}

const FactButton = ({ label, children, onClick }: { label: string; children: ReactNode; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="py-0.5 text-left font-medium text-accent-text underline-offset-2 hover:underline pointer-coarse:min-h-control"
  >
    {children}
  </button>
)

function ArchiveEntity({ entity, open, onClose }: { entity: EntityView; open: boolean; onClose: () => void }) {
  const t = useTranslations('companyData.entities')
  const archiving = useAction(archiveEntityAction, { successMessage: t('archived'), refresh: true })
  const confirm = async () => {
    await archiving.run({ id: entity.id, version: entity.version })
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      pending={archiving.pending}
      title={t('archiveAsk', { name: entity.name })}
      text={t('archiveText')}
      confirmLabel={t('archive')}
    />
  )
}

function RevenueDrawer({ entity, open, onClose }: { entity: EntityView; open: boolean; onClose: () => void }) {
  const t = useTranslations('companyData.revenue')
  return (
    <DraftFrame
      as="drawer"
      open={open}
      onClose={onClose}
      title={t('title', { name: entity.name })}
      description={t('text')}
    >
      {(form) => <RevenueForm {...form} entity={entity} />}
    </DraftFrame>
  )
}
