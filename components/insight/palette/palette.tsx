'use client'

import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { MagnifyingGlassIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { mayLeavePage } from '@/components/ui/use-unsaved-guard'
import type { PaletteSwitch } from '@/lib/insight/palette/schema'
import { PaletteOption } from './palette-option'
import { keepRecent } from './recent-entries'
import { usePalette, type PaletteItem } from './use-palette'

export type PaletteProps = { open: boolean; onClose: () => void; onSwitch: (what: PaletteSwitch) => void }

function addressOf(item: PaletteItem): string | null {
  if (item.kind === 'order') return `/dashboard/orders/${item.id}`
  if (item.kind === 'product') return `/dashboard/products/${item.id}`
  return 'href' in item.entry ? item.entry.href : null
}

/** A combobox with its list always open: the input keeps the focus, the arrows move through what is found. */
export default function Palette({ open, onClose, onSwitch }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} className="relative z-50">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex justify-center sm:p-6 sm:pt-[12vh]">
        <DialogPanel className="flex w-full flex-col bg-raised shadow-floating sm:h-fit sm:max-h-[70vh] sm:max-w-xl sm:rounded-card sm:border sm:border-line">
          <PaletteContent onClose={onClose} onSwitch={onSwitch} />
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function PaletteContent({ onClose, onSwitch }: Omit<PaletteProps, 'open'>) {
  const t = useTranslations('palette')
  const common = useTranslations('common')
  const router = useRouter()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const { groups, isSearching, hasFailed, retry } = usePalette(text)
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(place, items.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, text])

  const choose = (item: PaletteItem | undefined, inNewTab = false) => {
    if (!item) return
    const address = addressOf(item)
    if (item.kind === 'page' || item.kind === 'action') keepRecent(item.entry.key)
    if (address && inNewTab) window.open(address, '_blank', 'noopener')
    onClose()
    if (address && !inNewTab) {
      if (mayLeavePage()) router.push(address)
    } else if ('entry' in item && 'switches' in item.entry) onSwitch(item.entry.switches)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = stepFor(event.key, active, items.length)
    if (to !== null) {
      event.preventDefault()
      setPlace(to)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(items[active], event.ctrlKey || event.metaKey)
    }
  }

  return (
    <>
      <DialogTitle className="sr-only">{t('title')}</DialogTitle>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <MagnifyingGlassIcon aria-hidden className="size-5 shrink-0 text-ink-3" />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={80}
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-3"
        />
        <Button size="sm" onClick={onClose} className="sm:hidden">
          {common('close')}
        </Button>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('results')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ name, items: own }, index) => {
          const before = groups.slice(0, index).reduce((sum, group) => sum + group.items.length, 0)
          return (
            <ul key={name} role="group" aria-labelledby={`${id}-${name}`} className="mb-1">
              <li role="presentation" id={`${id}-${name}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
                {t(`groups.${name}`)}
              </li>
              {own.map((item, own_) => (
                <PaletteOption
                  key={item.id}
                  id={optionId(before + own_)}
                  item={item}
                  isActive={before + own_ === active}
                  onPoint={() => setPlace(before + own_)}
                  onChoose={(inNewTab) => choose(item, inNewTab)}
                />
              ))}
            </ul>
          )
        })}
      </div>
      {hasFailed && (
        <div role="alert" className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-bad">
          {t('failed')}
          <Button size="sm" onClick={retry}>
            {common('retry')}
          </Button>
        </div>
      )}
      {!hasFailed && items.length === 0 && !isSearching && (
        <p className="px-5 pb-6 text-center text-ink-2">{t('none', { text: text.trim() })}</p>
      )}
      <p role="status" className="sr-only">
        {isSearching ? t('searching') : t('count', { count: items.length })}
      </p>
      <p aria-hidden className="flex gap-4 border-t border-line px-4 py-2 text-xs text-ink-3 max-sm:hidden">
        <span>{t('hints.move')}</span>
        <span>{t('hints.open')}</span>
        <span>{t('hints.close')}</span>
        {isSearching && <span className="ml-auto">{t('searching')}</span>}
      </p>
    </>
  )
}

const pageSize = 8

function stepFor(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return (active - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, active + pageSize)
    case 'PageUp':
      return Math.max(0, active - pageSize)
    default:
      return null
  }
}
