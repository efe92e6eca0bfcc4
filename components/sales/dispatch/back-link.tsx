import { ChevronLeftIcon } from '@heroicons/react/24/outline'
import Link from 'next/link'
import { centralPath } from '@/lib/sales/dispatch/schema'

export function BackLink({ label, href = centralPath }: { label: string; href?: string }) {
  return (
    <Link
      href={href}
      data-print="hide"
      className="inline-flex min-h-6 w-fit items-center gap-1 text-[13px] text-ink-2 no-underline hover:text-ink hover:underline"
    >
      <ChevronLeftIcon aria-hidden className="size-3.5 stroke-2" />
      {label}
    </Link>
  )
}
