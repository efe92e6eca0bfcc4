'use client'

import { useState } from 'react'
import { downloadLarge, downloadWhole } from './download'
import type { ActionFailure } from './use-action'

type Last = {
  state: 'idle' | 'pending' | 'started' | 'failed'
  failure: ActionFailure | null
  /** Somebody pressed for it. */
  isRequested: boolean
}

export type Download = Last & { href: string; take: (isRequested: boolean) => Promise<void> }

export type DownloadOptions = {
  /** Asked for with `?check` first, then left to the browser: a file too large to be held by the page. */
  isLarge?: boolean
  /** The failure of an earlier attempt, elsewhere. */
  failure?: ActionFailure | null
  onSettled?: (failure: ActionFailure | null) => void
}

/** A file of one of our own routes, and what became of the last time it was taken. */
export function useDownload(href: string, { isLarge, failure: before = null, onSettled }: DownloadOptions): Download {
  const [last, setLast] = useState<Last>({ state: before ? 'failed' : 'idle', failure: before, isRequested: false })
  const take = async (isRequested: boolean) => {
    setLast({ state: 'pending', failure: null, isRequested })
    const failure = await (isLarge ? downloadLarge : downloadWhole)(href)
    setLast({ state: failure ? 'failed' : 'started', failure, isRequested })
    onSettled?.(failure)
  }
  return { ...last, href, take }
}
