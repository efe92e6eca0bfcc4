import { useTranslations } from 'next-intl'
import { useCallback } from 'react'

export type MessageValues = Record<string, string | number>

/** Translates a key that is known only when it runs: a full path (`products.fields.skuTooLong`) or a code of `errors`. */
export function useMessage(): (key: string, values?: MessageValues) => string {
  const t = useTranslations()
  return useCallback(
    (key, values) => {
      const path = [key, `errors.${key}`].find((candidate) => t.has(candidate as never))
      return path ? t(path as never, values as never) : key
    },
    [t],
  )
}
