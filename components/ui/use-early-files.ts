import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Files chosen before hydration, as on a slow phone: the input holds them, and no event was handled. */
export function useEarlyFiles(input: RefObject<HTMLInputElement | null>, take: (files: FileList) => void) {
  const takeEarly = useEffectEvent(() => {
    const files = input.current?.files
    if (files?.length) take(files)
  })
  useEffect(() => takeEarly(), [])
}
