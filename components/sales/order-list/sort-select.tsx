'use client'

import { Select } from '@/components/ui/field'
import { useQueryParams } from '@/components/ui/use-query-params'

type SortSelectProps = { value: string; label: string; options: { value: string; label: string }[] }

/** Always says its value in the address, which thereby is never the bare one. */
export function SortSelect({ value, label, options }: SortSelectProps) {
  const { setParams } = useQueryParams()
  return (
    <span className="w-44 max-md:flex-1 md:ml-auto">
      <Select
        aria-label={label}
        value={value}
        onChange={({ target }) => setParams({ sort: target.value })}
        options={options}
      />
    </span>
  )
}
