import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Files that somebody chose before the page could listen, as happens on a slow phone: the input holds them, and nobody was told. */
export function useEarlyFiles(input: RefObject<HTMLInputElement | null>, take: (files: FileList) => void) {
  const takeEarly = useEffectEvent(() => {
    const files = input.current?.files
    if (files?.length) take(files)
  })
  useEffect(() => takeEarly(), [])
}
