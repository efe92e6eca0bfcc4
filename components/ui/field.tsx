'use client'

import { useTranslations } from 'next-intl'
import { createContext, useContext, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names'
import { useMessage } from './use-message'

type FieldState = {
  id: string
  describedBy?: string
  invalid: boolean
  required: boolean
  /** A control that reads what was typed (money, a date) says here what it could not read. */
  reportUnreadable: (error: string | undefined) => void
}

const FieldContext = createContext<FieldState | null>(null)

/** The props that bind a control inside a Field to its label, hint and error. */
export function useFieldControl(own: { id?: string }) {
  const field = useContext(FieldContext)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

export function useReportUnreadable(): FieldState['reportUnreadable'] {
  return useContext(FieldContext)?.reportUnreadable ?? ignore
}

const ignore = () => {}

type FieldProps = {
  label: ReactNode
  children: ReactNode
  hint?: ReactNode
  /** Message keys as the action returns them, or ready text. */
  error?: string | string[]
  required?: boolean
  optional?: boolean
  hideLabel?: boolean
  className?: string
}

export function Field({ label, children, hint, error, required = false, optional, hideLabel, className }: FieldProps) {
  const id = useId()
  const message = useMessage()
  const t = useTranslations('common')
  const [unreadable, setUnreadable] = useState<string>()
  const errors = unreadable ? [unreadable] : [error ?? []].flat()
  const invalid = errors.length > 0
  const describedBy = classNames(hint ? `${id}-hint` : null, invalid && `${id}-error`) || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid, required, reportUnreadable: setUnreadable }}>
      <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-[13px] font-medium text-ink'}>
          {label}
          {optional && <span className="font-normal text-ink-3">{` (${t('optional')})`}</span>}
        </label>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
        {invalid && (
          <p id={`${id}-error`} className="text-[13px] text-bad">
            {errors.map((key) => message(key)).join(' ')}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

const control =
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-ink pointer-coarse:text-base ' +
  'hover:border-ink-3 focus:border-accent-text focus-visible:outline-offset-0 aria-invalid:border-bad ' +
  '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3'

export const inputClass = `${control} h-control`

export function Input({ className, id, ...rest }: ComponentProps<'input'>) {
  const bound = useFieldControl({ id })
  return <input {...bound} {...rest} className={classNames(inputClass, className)} />
}

type NumberInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'className'> & { onChange: (text: string) => void }

/** Digits, to the right; whole ones unless `inputMode` says otherwise. */
export function NumberInput({ onChange, inputMode = 'numeric', ...rest }: NumberInputProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode={inputMode}
      onChange={({ target }) => onChange(target.value)}
      className="text-right tabular-nums"
    />
  )
}

export function Textarea({ className, id, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const bound = useFieldControl({ id })
  return <textarea {...bound} {...rest} rows={rows} className={classNames(control, 'py-1.5', className)} />
}

type SelectProps = ComponentProps<'select'> & { options?: readonly { value: string | number; label: string }[] }

/** The options stand below the children. */
export function Select({ className, id, children, options = [], ...rest }: SelectProps) {
  const bound = useFieldControl({ id })
  return (
    <span className="relative block min-w-0">
      <select
        {...bound}
        {...rest}
        className={classNames(control, 'h-control appearance-none truncate pr-8', className)}
      >
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <svg
        aria-hidden
        viewBox="0 0 20 20"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-2"
      >
        <path d="m5 7.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
    </span>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label?: ReactNode
  hint?: ReactNode
  indeterminate?: boolean
}

/** Without `label` it needs an `aria-label` (a row's box in a table). */
export function Checkbox({ label, hint, indeterminate = false, className, ...rest }: CheckboxProps) {
  const hintId = useId()
  const box = (
    <input
      {...rest}
      type="checkbox"
      aria-describedby={hint ? hintId : undefined}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      className={classNames('checkbox', label ? '-my-0.5 -ml-1' : classNames('-m-1', className))}
    />
  )
  if (!label) return box
  return (
    <div className={className}>
      <label className="flex items-start gap-1 pointer-coarse:min-h-control pointer-coarse:items-center">
        {box}
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="ml-6 text-xs text-ink-3 pointer-coarse:ml-7">
          {hint}
        </p>
      )}
    </div>
  )
}
