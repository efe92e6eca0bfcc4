import { classNames } from '@/components/ui/class-names'

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      className={classNames('size-7 shrink-0 rounded-[8px] bg-accent text-on-accent', className)}
    >
      <path
        d="M8.5 22.5v-7.2a3.75 3.75 0 0 1 7.5 0v7.2m0-7.2a3.75 3.75 0 0 1 7.5 0v7.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
