'use client'

import { useEffect, useRef, useState } from 'react'

const readersOwn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Keeps the question that was asked last at the top of the view while its answer grows, until the reader goes elsewhere. A
 * conversation that is opened shows its latest turn, where the browser has not gone back to another place of it.
 */
export function useTurnInView(hasPast: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const question = useRef<HTMLLIElement>(null)
  const following = useRef(false)
  const [opensLate] = useState(hasPast)
  useEffect(() => {
    if (opensLate && window.scrollY === 0) question.current?.scrollIntoView({ block: 'start' })
  }, [opensLate])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement)) following.current = false
    }
    const grown = new ResizeObserver(() => {
      if (following.current) question.current?.scrollIntoView({ block: 'start' })
    })
    if (list.current) grown.observe(list.current)
    for (const name of readersOwn) window.addEventListener(name, leave, { passive: true })
    return () => {
      grown.disconnect()
      for (const name of readersOwn) window.removeEventListener(name, leave)
    }
  }, [])
  return { list, question, follow: () => void (following.current = true) }
}
