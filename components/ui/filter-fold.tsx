'use client'

import { AdjustmentsHorizontalIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useId, useState, type ReactNode } from 'react'
import { Button } from './button'
import { classNames } from './class-names'

type FilterFoldProps = {
  /** How many of the filters are on. */
  count: number
  /** The filters wait behind the button at every size, and stand in a row of their own when it is open: they are not drawn before. */
  always?: boolean
  children: ReactNode
}

/** In a row of tools: on a phone the filters wait behind one button that counts those that are on; elsewhere they are simply there. */
export function FilterFold({ count, always = false, children }: FilterFoldProps) {
  const t = useTranslations('ui.filter')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const turn = () => {
    setOpen(!open)
    setWasOpened(true)
  }
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        aria-label={count > 0 ? t('foldOn', { count }) : undefined}
        onClick={turn}
        className={classNames(!always && 'md:hidden!', count > 0 && 'bg-accent-soft! text-accent-text!')}
      >
        <AdjustmentsHorizontalIcon aria-hidden />
        {t('fold')}
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </Button>
      <div
        id={id}
        className={classNames(
          always
            ? 'order-1 basis-full flex-wrap gap-2'
            : 'max-md:order-1 max-md:basis-full max-md:flex-wrap max-md:gap-2 md:contents',
          always ? (open ? 'flex' : 'hidden') : open ? 'max-md:flex' : 'max-md:hidden',
        )}
      >
        {(!always || wasOpened) && children}
      </div>
    </>
  )
}
