'use client'

import { classNames } from '@/components/ui/class-names'

type Option<Value extends string> = { value: Value; title: string; text?: string }
type ChoiceCardsProps<Value extends string> = {
  legend: string
  name: string
  options: readonly Option<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few choices, each with what it means. */
export function ChoiceCards<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
}: ChoiceCardsProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', options.length === 3 ? 'lg:grid-cols-3' : 'sm:grid-cols-2')}>
        {options.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2 rounded-control border border-line px-3 py-2.5 has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="mt-1 accent-accent-text focus-visible:outline-none"
            />
            <span>
              <span className="block font-semibold">{title}</span>
              {text && <span className="block text-[13px] text-ink-2">{text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
