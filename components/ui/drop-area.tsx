'use client'

import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { classNames } from './class-names'

type DropAreaProps = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'onChange'> & {
  input: RefObject<HTMLInputElement | null>
  take: (files: FileList | null) => void
}

const tall = 'min-h-36 flex-col gap-1 py-6'

/** A file input on which files can be dropped. `children` are the words on it, `className` their layout. */
export function DropArea({ input, take, className = tall, disabled, children, ...attributes }: DropAreaProps) {
  const [over, setOver] = useState(false)
  const choose = useOnce(input, take)
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={classNames(
        'flex items-center justify-center rounded-card border-2 border-dashed px-4 text-center',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        className,
        over ? 'border-accent-text bg-accent-soft' : 'border-edge bg-surface hover:bg-sunken',
        disabled && 'pointer-events-none opacity-50',
      )}
    >
      <input
        {...attributes}
        ref={input}
        type="file"
        disabled={disabled}
        onChange={({ target }) => choose(target.files)}
        className="sr-only"
      />
      {children}
    </label>
  )
}

/**
 * Files chosen before hydration, as on a slow phone: the input holds them, and no event was handled. Where they were chosen while the page hydrated, the
 * browser's event comes as well: the same choice is taken once.
 */
function useOnce(input: RefObject<HTMLInputElement | null>, take: (files: FileList) => void) {
  const taken = useRef<{ file: File; how: 'early' | 'event' }>(null)
  const takeBy = (how: 'early' | 'event', files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (!files || !file) return
    const before = taken.current
    taken.current = { file, how }
    if (before?.file !== file || before.how === how) take(files)
  }
  const takeEarly = useEffectEvent(() => takeBy('early', input.current?.files))
  useEffect(() => takeEarly(), [])
  return (files: FileList | null) => takeBy('event', files)
}
