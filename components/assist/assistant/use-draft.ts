'use client'

import { useState, useSyncExternalStore } from 'react'
import { useOrganization } from '@/components/shell/organization-context'

const never = () => () => undefined

/** The text being typed, also after a reload. */
export function useDraft(of: string) {
  const { organizationId, userId } = useOrganization()
  const [name] = useState(`mascate-question:${organizationId}:${userId}:${of}`)
  const kept = useSyncExternalStore(
    never,
    () => sessionStorage.getItem(name) ?? '',
    () => '',
  )
  const [typed, setTyped] = useState<string | null>(null)
  const keep = (next: string) => (next ? sessionStorage.setItem(name, next) : sessionStorage.removeItem(name))
  return {
    text: typed ?? kept,
    write: (next: string) => {
      setTyped(next)
      keep(next)
    },
    /** Out of the field, and kept until the server has taken it. */
    send: (question: string) => {
      setTyped('')
      keep(question)
    },
    clear: () => sessionStorage.removeItem(name),
  }
}
