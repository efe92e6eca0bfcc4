'use client'

import { useTranslations } from 'next-intl'
import { useId, type ReactNode } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { useKeysOfPage } from './page-keys'
import { keepShortcuts, useHasShortcuts } from './shortcut-preference'
import type { ShortcutPlace } from './shortcut-places'

const everywhere = [
  ['palette', ['Ctrl', 'K']],
  ['sidebar', ['Ctrl', 'B']],
] as const
const single = [
  ['search', ['/']],
  ['sheet', ['?']],
] as const

type ShortcutsSheetProps = { places: readonly ShortcutPlace[]; open: boolean; onClose: () => void }

export default function ShortcutsSheet({ places, open, onClose }: ShortcutsSheetProps) {
  const t = useTranslations('shell.shortcuts')
  const pages = useTranslations('shell.pages')
  const on = useHasShortcuts()
  const textId = useId()
  const own = useKeysOfPage().filter(({ single }) => on || !single)
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="md">
      <div className="flex items-start gap-4 rounded-control bg-sunken p-3">
        <div className="flex-1">
          <p className="font-semibold">{t('single')}</p>
          <p id={textId} className="mt-0.5 text-[13px] text-ink-2">
            {t('singleText')}
          </p>
        </div>
        <Switch
          aria-label={t('single')}
          aria-describedby={textId}
          checked={on}
          onChange={({ target }) => keepShortcuts(target.checked)}
        />
      </div>
      {own.length > 0 && (
        <Keys title={t('here')}>
          {own.map(({ pressed, text }) => (
            <Row key={`${pressed.join(' ')} ${text}`} pressed={pressed} text={text} />
          ))}
        </Keys>
      )}
      <Keys title={t('everywhere')}>
        {everywhere.map(([name, pressed]) => (
          <Row key={name} pressed={pressed} text={t(name)} />
        ))}
        {on && single.map(([name, pressed]) => <Row key={name} pressed={pressed} text={t(name)} />)}
      </Keys>
      {on && (
        <Keys title={t('places')}>
          {places.map(({ letter, page }) => (
            <Row key={letter} pressed={['G', letter.toUpperCase()]} text={pages(page)} />
          ))}
        </Keys>
      )}
    </Dialog>
  )
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 text-xs font-semibold text-ink-2">{title}</h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">{children}</dl>
    </section>
  )
}

function Row({ pressed, text }: { pressed: readonly string[]; text: string }) {
  return (
    <div className="flex flex-row-reverse items-center justify-between gap-3 border-b border-line py-1.5">
      <dt className="flex shrink-0 gap-1">
        {pressed.map((key, place) => (
          <kbd key={place} className="min-w-6 rounded border border-line bg-sunken px-1.5 py-0.5 text-center text-xs">
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="min-w-0">{text}</dd>
    </div>
  )
}
