'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { useRouter } from 'next/navigation'
import { Button, ButtonLink } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { undoProductsAction } from '@/lib/catalog/mapping/actions'
import type { RunSummary, RunView } from '@/lib/catalog/mapping/run-view'
import { draftPath } from '@/lib/catalog/mapping/paths'
import { costsPath, productsPath } from '@/lib/catalog/products/filters'

/** The outcome, the remaining work, and the way back. */
export function MadeProducts({ run: { id, summary } }: { run: RunView }) {
  const t = useTranslations('mapping.products')
  const router = useRouter()
  const [confirming, setConfirming] = useState(false)
  const undoing = useAction(undoProductsAction, {
    onSuccess: ({ runId }) => {
      setConfirming(false)
      router.push(draftPath(runId))
    },
  })
  const { made = 0, changed = 0, orders = 0, opened = 0, photos = 0, photosMissing = [], bad = 0 } = summary
  return (
    <>
      <p className="font-medium">{t('done.made', { count: made })}</p>
      <p className="text-ink-2">
        {[
          t('done.mapped', { count: changed }),
          t('done.orders', { count: orders }),
          t('done.opened', { count: opened }),
        ].join(' ')}{' '}
        {t('done.photos', { count: photos })}
      </p>
      {bad > 0 && <p className="mt-1 text-warn">{t('done.waiting', { count: bad })}</p>}
      {photosMissing.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer font-medium">
            {t('done.photosMissing', { count: photosMissing.length })}
          </summary>
          <Names of={photosMissing} />
        </details>
      )}
      <FormError error={undoing.error} />
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink variant="primary" href={costsPath}>
          {t('done.costs')}
        </ButtonLink>
        <ButtonLink href={productsPath}>{t('done.see')}</ButtonLink>
        <Button onClick={() => setConfirming(true)}>{t('undo.action')}</Button>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void undoing.run({ runId: id })}
        pending={undoing.pending}
        title={t('undo.title', { count: made })}
        text={t('undo.text')}
        confirmLabel={t('undo.action')}
      />
    </>
  )
}

/** The products that were removed again, and those that stay with their use. */
export function TakenBack({ summary }: { summary: RunSummary }) {
  const t = useTranslations('mapping.products')
  const { takenBack = 0, staying = 0, stays = [], changed = 0, orders = 0 } = summary
  return (
    <>
      <p className="font-medium">{t('undo.done', { count: takenBack })}</p>
      <p className="text-ink-2">
        {t('undo.unmapped', { count: changed })} {t('done.orders', { count: orders })}
      </p>
      {staying > 0 && (
        <>
          <p className="mt-2 font-medium">{t('undo.stays', { count: staying })}</p>
          <Names of={stays.map(({ why, ...product }) => ({ ...product, note: t(`undo.why.${why}`) }))} />
        </>
      )}
    </>
  )
}

function Names({ of }: { of: { id: string; title: string; note?: string }[] }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-[13px]">
      {of.map(({ id, title, note }) => (
        <li key={id} className="wrap-anywhere">
          <Link href={`/dashboard/products/${id}`} className="text-accent-text">
            {title}
          </Link>
          {note && <span className="text-ink-2">{` · ${note}`}</span>}
        </li>
      ))}
    </ul>
  )
}
