'use client'

import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { CheckIcon, ChevronDownIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from './button'
import { classNames } from './class-names'
import { useQueryParams } from './use-query-params'

const floatingPanelClass =
  'z-50 rounded-control border border-line bg-raised p-1 shadow-floating transition duration-100 data-closed:scale-[0.98] data-closed:opacity-0 [--anchor-gap:6px] [--anchor-padding:8px]'

export type FilterOption = { value: string; label: string; hint?: ReactNode }

type FilterSelectProps = {
  param: string
  label: string
  /** The button's text while nothing is chosen: 'Todas as lojas'. */
  allLabel: string
  options: FilterOption[]
  /** Several values, with commas between them in the address. */
  multiple?: boolean
  className?: string
}

export function FilterSelect({ param, label, allLabel, options, multiple = false, className }: FilterSelectProps) {
  const t = useTranslations('ui.filter')
  const { params, setParams } = useQueryParams()
  const chosen = (params.get(param) ?? '')
    .split(',')
    .filter((value) => options.some((option) => option.value === value))
  const first = options.find((option) => option.value === chosen[0])
  const shown = chosen.length > 1 ? t('several', { label, count: chosen.length }) : (first?.label ?? allLabel)
  const write = (values: string[]) => setParams({ [param]: values.join(',') || null })

  const list = (
    <>
      <ListboxButton
        aria-label={`${label}: ${shown}`}
        className={classNames(buttonClass({}), chosen.length > 0 && 'bg-accent-soft! text-accent-text!', className)}
      >
        <span className="max-w-48 truncate">{shown}</span>
        <ChevronDownIcon aria-hidden className="size-3.5! stroke-2" />
      </ListboxButton>
      <ListboxOptions
        transition
        modal={false}
        anchor="bottom start"
        aria-label={label}
        className={classNames(floatingPanelClass, 'max-w-80 min-w-(--button-width) focus:outline-none')}
      >
        {!multiple && <Option value="" label={allLabel} />}
        {options.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </ListboxOptions>
    </>
  )
  return multiple ? (
    <Listbox multiple value={chosen} onChange={write}>
      {list}
    </Listbox>
  ) : (
    <Listbox value={chosen[0] ?? ''} onChange={(value) => write(value ? [value] : [])}>
      {list}
    </Listbox>
  )
}

function Option({ value, label, hint }: FilterOption) {
  return (
    <ListboxOption
      value={value}
      className="group flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 data-focus:bg-sunken data-selected:font-medium pointer-coarse:min-h-control"
    >
      <CheckIcon
        aria-hidden
        className="invisible size-4 shrink-0 stroke-2 text-accent-text group-data-selected:visible"
      />
      <span className="min-w-0 flex-1">{label}</span>
      {hint !== undefined && <span className="text-xs text-ink-3 tabular-nums">{hint}</span>}
    </ListboxOption>
  )
}
