'use client'

import { useId } from 'react'

type SegmentsProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; lang?: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few choices side by side, of which one holds. */
export function Segments<Value extends string>({ legend, options, chosen, onChoose }: SegmentsProps<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-semibold text-ink-2">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control bg-sunken p-0.5">
        {options.map(({ value, label, lang }) => (
          <label
            key={value}
            lang={lang}
            className="relative grid min-h-7 place-items-center rounded-md px-2 py-0.5 text-center text-[13px] text-ink-2 has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-9"
          >
            <input
              type="radio"
              name={group}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <span className="pointer-events-none relative">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
