'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { formatMonth, type Day } from '@/lib/core/dates'
import { isHalfMoved, type ImportMove, type MoveImportInput } from '@/lib/connect/order-imports/schema'

export type MoveProps = {
  importId: string
  shop: { id: string; name: string }
  /** The company's other shops. */
  others: { id: string; name: string }[]
  move: ImportMove | null
}
type ActionOf<Data> = Parameters<typeof useAction<MoveImportInput, Data>>[0]
type Preview = { moves: number; closedMonths: Day[] }
type MovePanelProps<P extends Preview> = MoveProps & {
  preview: ActionOf<P>
  send: ActionOf<{ importId: string }>
  /** The reasons why some stay, each with their count. */
  stays: (preview: P) => string[]
  words: {
    title: string
    text: string
    shop: string
    choose: string
    look: string
    running: (shop: string) => string
    progress: (moved: number, total: number) => string
    done: (count: number, shop: string) => string
    failed: (count: number) => string
    moves: (count: number, to: string) => string
    closed: (count: number, months: string) => string
    confirm: (count: number) => string
  }
}

/** Takes the content of an import of the wrong shop to the right one, after showing what would move and what stays. */
export function MovePanel<P extends Preview>(props: MovePanelProps<P>) {
  const { move, words, others } = props
  const panel = useRef<HTMLDivElement>(null)
  if (others.length === 0) return <NoOtherShop title={words.title} />
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="rounded-card focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-text"
    >
      {move?.state === 'running' ? (
        <Card>
          <Progress
            label={words.running(move.shopName)}
            value={move.moved}
            max={move.total}
            detail={words.progress(move.moved, move.total)}
          />
          <KeepFresh />
        </Card>
      ) : (
        // The pressed button goes with its form, and the focus stays at what comes in their place.
        <MoveForm {...props} onMove={() => panel.current?.focus()} />
      )}
    </div>
  )
}

/** The shop to which the rows belong is not here yet. */
function NoOtherShop({ title }: { title: string }) {
  const t = useTranslations('imports.result.move')
  return (
    <Card>
      <CardHeader title={title} description={t('noOther')} className="mb-3" />
      <ButtonLink href="/dashboard/shops?new=1">{t('addShop')}</ButtonLink>
    </Card>
  )
}

type MoveFormProps<P extends Preview> = MovePanelProps<P> & { onMove: () => void }

function MoveForm<P extends Preview>({ importId, others, move, words, onMove, ...given }: MoveFormProps<P>) {
  const language = useLocale()
  const [chosen, setChosen] = useState('')
  const [seen, setSeen] = useState<{ shopId: string; preview: P } | null>(null)
  const isHalf = isHalfMoved(move)
  const shops = isHalf ? others.filter(({ id }) => id === move.shopId) : others
  const shopId = isHalf ? move.shopId : chosen
  const previewing = useAction(given.preview, { onSuccess: (preview) => setSeen({ shopId, preview }) })
  const moving = useAction(given.send, { refresh: true, onSuccess: onMove })
  const preview = seen?.shopId === shopId ? seen.preview : null
  const to = shops.find(({ id }) => id === shopId)
  const shown = useRef<HTMLDivElement>(null)
  // The button that was pressed gives way to what it shows, and so does the focus.
  useEffect(() => shown.current?.focus(), [seen])
  return (
    <Card>
      <CardHeader title={words.title} description={words.text} className="mb-3" />
      {move?.state === 'done' && (
        <p role="status" className="mb-3 text-good">
          {words.done(move.moved, move.shopName)}
        </p>
      )}
      {move?.state === 'failed' && <p className="mb-3 text-bad">{words.failed(move.moved)}</p>}
      <div className="mb-3 empty:hidden">
        <FormError error={moving.error ?? previewing.error} />
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={words.shop} className="min-w-56">
          <Select
            value={shopId}
            onChange={({ target }) => setChosen(target.value)}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          >
            {!isHalf && <option value="">{words.choose}</option>}
          </Select>
        </Field>
        {!preview && (
          <Button disabled={!to} pending={previewing.pending} onClick={() => void previewing.run({ importId, shopId })}>
            {words.look}
          </Button>
        )}
      </div>
      {preview && to && (
        <div
          ref={shown}
          tabIndex={-1}
          role="status"
          className="mt-3 rounded-control bg-sunken px-3 py-2 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-text"
        >
          <p className="font-medium">{words.moves(preview.moves, to.name)}</p>
          <ul className="text-[13px] text-ink-2">
            {given.stays(preview).map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
          {preview.closedMonths.length > 0 && (
            <p className="mt-1 text-[13px] text-warn">
              {words.closed(
                preview.closedMonths.length,
                preview.closedMonths.map((month) => formatMonth(month, language)).join(', '),
              )}
            </p>
          )}
          {(isHalf || preview.moves > 0) && (
            <Button
              variant="primary"
              className="mt-2"
              pending={moving.pending}
              onClick={() => void moving.run({ importId, shopId })}
            >
              {words.confirm(preview.moves)}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
