'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { decideArticleAction } from '@/lib/catalog/mapping/actions'
import type { Decision } from '@/lib/catalog/mapping/judge-products'
import type { DraftLine } from '@/lib/catalog/mapping/products-view'

type Props = { runId: string; row: DraftLine }

/** The fault of a listing's SKU, and the ways to correct it. */
export function DecideArticle({ runId, row }: Props) {
  const t = useTranslations('mapping.products')
  const [sku, setSku] = useState(row.sku ?? '')
  const deciding = useAction(decideArticleAction, { refresh: true })
  const name = row.variation ? `${row.title} · ${row.variation}` : row.title
  const decide = (as: NonNullable<Decision['as']> | null, more: { sku?: string; peers?: boolean } = {}) =>
    void deciding.run({ runId, listingId: row.id, as, sku: more.sku ?? null, peers: more.peers ?? false })
  if (row.outcome === 'skip')
    return (
      <Button size="sm" pending={deciding.pending} onClick={() => decide(null)} aria-label={t('takeNamed', { name })}>
        {t('take')}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sku.trim()) decide(null, { sku: sku.trim() })
  }
  const others = row.products.map((product) => `${product.sku} (${product.title})`).join(', ')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5">
      {row.problem && (
        <p className="text-[13px] text-bad">
          {t(`problems.${row.problem}`, { others, count: row.peers, sku: row.sku ?? '' })}
        </p>
      )}
      {row.outcome === 'join' && <p className="text-[13px] text-ink-2">{t('joins')}</p>}
      <FormError error={deciding.error} fields={deciding.fields} labels={{ sku: t('columns.sku') }} />
      {row.outcome !== 'match' && (
        <span className="flex items-end gap-1.5">
          <Field label={t('skuNamed', { name })} hideLabel error={deciding.fields.sku} className="min-w-36 grow">
            <Input
              name="sku"
              value={sku}
              autoComplete="off"
              placeholder={t('skuPlaceholder')}
              maxLength={100}
              onChange={({ target }) => setSku(target.value)}
            />
          </Field>
          {sku.trim() !== (row.sku ?? '') && sku.trim() !== '' && (
            <Button type="submit" variant="primary" pending={deciding.pending} aria-label={t('useNamed', { name })}>
              {t('use')}
            </Button>
          )}
        </span>
      )}
      <span className="flex flex-wrap gap-1 empty:hidden">
        {(row.problem === 'skuTwice' || row.problem === 'gtinTwice') && row.peers > 1 && (
          <Button
            size="sm"
            onClick={() => decide('join', { peers: true })}
            aria-label={t('joinNamed', { count: row.peers, name })}
          >
            {t('join', { count: row.peers })}
          </Button>
        )}
        {row.problem === 'skuId' && row.sku !== null && (
          <Button
            size="sm"
            onClick={() => decide(null, { sku: row.sku! })}
            aria-label={t('keepNamed', { sku: row.sku, name })}
          >
            {t('keep', { sku: row.sku })}
          </Button>
        )}
        {row.problem === 'skuForeign' && (
          <Button size="sm" onClick={() => decide('join')} aria-label={t('matchNamed', { sku: row.sku ?? '', name })}>
            {t('match', { sku: row.sku ?? '' })}
          </Button>
        )}
        {(row.problem === 'gtinTwice' || (row.outcome === 'match' && row.matchedBy === 'gtin')) && (
          <Button size="sm" onClick={() => decide('apart')} aria-label={t('apartNamed', { name })}>
            {t('apart')}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => decide('skip')} aria-label={t('skipNamed', { name })}>
          {t('skip')}
        </Button>
      </span>
    </form>
  )
}
