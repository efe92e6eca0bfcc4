import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'md' | 'sm' | 'icon'
type Look = { variant?: Variant; size?: Size; className?: string }

const variants: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-95 active:brightness-90',
  secondary: 'border-line bg-surface text-ink hover:bg-sunken active:bg-line',
  ghost: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink active:bg-line',
  danger: 'border-transparent bg-bad text-on-bad hover:brightness-95 active:brightness-90',
}
const sizes: Record<Size, string> = {
  md: 'min-h-control px-3',
  sm: 'min-h-7 px-2 text-[13px] pointer-coarse:min-h-control pointer-coarse:px-3',
  icon: 'size-control',
}

export function buttonClass({ variant = 'secondary', size = 'md', className }: Look): string {
  return classNames(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-semibold whitespace-nowrap no-underline transition-[background-color,filter,color]',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-[18px] [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )
}

type ButtonProps = Look & ComponentProps<'button'> & { pending?: boolean }

/** A pending button stays focused and keeps its width; its clicks do nothing. */
export function Button({
  variant,
  size,
  pending,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ variant, size, className })}
    >
      <PendingLabel pending={pending}>{children}</PendingLabel>
    </button>
  )
}

/** The content of a button, which keeps its width while it spins. */
export function PendingLabel({ pending, children }: { pending?: boolean; children: ReactNode }) {
  return (
    <>
      <span className={classNames('inline-flex items-center gap-1.5', pending && 'opacity-0')}>{children}</span>
      {pending && <Spinner className="absolute" />}
    </>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'size-4 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:[animation-duration:3s]!',
        className,
      )}
    />
  )
}
