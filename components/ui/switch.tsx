'use client'

import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { pending?: boolean; 'aria-label': string }

/** Takes effect at once. While pending it shows where it is going, and further clicks do nothing. */
export function Switch({ pending, className, onChange, ...rest }: SwitchProps) {
  return (
    <span className={classNames('relative inline-grid h-6 w-10 shrink-0 pointer-coarse:my-2', className)}>
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
        role="switch"
        aria-busy={pending || undefined}
        onChange={pending ? undefined : onChange}
        readOnly={pending}
        className="peer col-start-1 row-start-1 size-full cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-transparent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-busy:opacity-60"
      />
      <span
        aria-hidden
        className="pointer-events-none col-start-1 row-start-1 m-1 size-4 rounded-full bg-ink-3 transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent motion-reduce:transition-none"
      />
    </span>
  )
}
