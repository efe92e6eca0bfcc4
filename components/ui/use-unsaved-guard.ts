'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'

/** The questions of the forms that hold something unsaved. */
const unsaved = new Map<symbol, string>()

/** Asked before a way on that is no link: a key, an entry of the palette. */
export function mayLeavePage(): boolean {
  const [question] = unsaved.values()
  return question === undefined || window.confirm(question)
}

/**
 * While `dirty`, closing or reloading the page and following a link ask first. The returned function asks too and
 * returns whether to go on: for closing a dialog (`onClose={() => mayLeave() && close()}`).
 */
export function useUnsavedGuard(dirty: boolean): () => boolean {
  const t = useTranslations('ui.unsaved')
  const question = t('question')

  useEffect(() => {
    if (!dirty) return
    const form = Symbol()
    unsaved.set(form, question)
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !leavesThisPage(event, link) || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      unsaved.delete(form)
      window.removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [dirty, question])

  return () => !dirty || window.confirm(question)
}

function leavesThisPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return false
  const target = new URL(link.href, window.location.href)
  return target.origin === window.location.origin && target.pathname !== window.location.pathname
}
