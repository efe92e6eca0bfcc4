'use client'

import { Description, Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, type ReactNode } from 'react'
import { Button } from './button'
import { classNames } from './class-names'

type BaseProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

export type DialogProps = BaseProps & { size?: 'sm' | 'md' | 'lg'; role?: 'dialog' | 'alertdialog' }

const DOUBLE_CLICK_MS = 400
const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }

/** On phones a sheet from below. To submit from the footer, give the form an id and the button `form={id}`. */
export function Dialog({ open, onClose, size = 'md', role, ...content }: DialogProps) {
  useWholeDoubleClick(open)
  return (
    <HeadlessDialog open={open} onClose={onClose} role={role} className="relative z-50">
      <DialogBackdrop transition className="fixed inset-0 bg-scrim transition-opacity data-closed:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center sm:items-center sm:p-6">
          <DialogPanel
            transition
            className={classNames(
              'flex max-h-[92dvh] w-full flex-col rounded-t-card border border-line bg-raised shadow-floating transition sm:rounded-card',
              'max-sm:data-closed:translate-y-8 data-closed:opacity-0 sm:data-closed:scale-[0.98]',
              widths[size],
            )}
          >
            <Content onClose={onClose} {...content} />
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  )
}

type DrawerProps = BaseProps & { side?: 'left' | 'right'; className?: string }

export function Drawer({ open, onClose, side = 'right', className, ...content }: DrawerProps) {
  useWholeDoubleClick(open)
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-50">
      <DialogBackdrop transition className="fixed inset-0 bg-scrim transition-opacity data-closed:opacity-0" />
      <DialogPanel
        transition
        className={classNames(
          'fixed inset-y-0 flex w-full flex-col bg-raised shadow-floating transition sm:max-w-lg',
          side === 'right'
            ? 'right-0 border-l data-closed:translate-x-8'
            : 'left-0 border-r data-closed:-translate-x-8',
          'border-line data-closed:opacity-0',
          className,
        )}
      >
        <Content onClose={onClose} {...content} />
      </DialogPanel>
    </HeadlessDialog>
  )
}

/** The second half of a double click on what opened it falls beside it, and would close it again: what is lifted so soon is not heard of. */
function useWholeDoubleClick(open: boolean) {
  useEffect(() => {
    if (!open) return
    const deaf = new AbortController()
    for (const lifted of ['pointerup', 'touchend'])
      window.addEventListener(lifted, (event) => event.stopPropagation(), { capture: true, signal: deaf.signal })
    const timer = setTimeout(() => deaf.abort(), DOUBLE_CLICK_MS)
    return () => {
      clearTimeout(timer)
      deaf.abort()
    }
  }, [open])
}

function Content({ onClose, title, description, children, footer }: Omit<BaseProps, 'open'>) {
  const t = useTranslations('common')
  return (
    <>
      <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
        <div className="min-w-0">
          <DialogTitle className="text-base leading-6 font-title wrap-anywhere">{title}</DialogTitle>
          {description && <Description className="mt-1 text-ink-2 wrap-anywhere">{description}</Description>}
        </div>
        <Button variant="ghost" size="icon" aria-label={t('close')} onClick={onClose} className="-mt-1 -mr-2">
          <XMarkIcon aria-hidden />
        </Button>
      </div>
      {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 [--table-top:0px]">{children}</div>}
      {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
    </>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  text: ReactNode
  confirmLabel: ReactNode
  /** Where what is confirmed is itself a cancelling. */
  keepLabel?: ReactNode
  danger?: boolean
  pending?: boolean
  /** Where what is chosen cannot be done, which the children say. */
  disabled?: boolean
  children?: ReactNode
}

/** Focus starts on Cancel, so that Enter by habit destroys nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, text, confirmLabel, keepLabel, danger, pending, disabled, children } = props
  const t = useTranslations('common')
  const footer = (
    <>
      <Button autoFocus data-autofocus onClick={onClose}>
        {keepLabel ?? t('cancel')}
      </Button>
      <Button variant={danger ? 'danger' : 'primary'} pending={pending} disabled={disabled} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog role="alertdialog" size="sm" open={open} onClose={onClose} title={title} description={text} footer={footer}>
      {children}
    </Dialog>
  )
}
