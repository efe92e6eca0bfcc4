import type { ReactNode } from 'react'

type PrintHeadingProps = { company: string; children: ReactNode }

/** Whose paper it is and of when: on paper alone, where the frame around the page is left out. */
export function PrintHeading({ company, children }: PrintHeadingProps) {
  return (
    <div className="mb-4 hidden border-b border-line pb-2 text-[13px] print:block">
      <p className="font-semibold">{company}</p>
      <p className="text-ink-2">{children}</p>
    </div>
  )
}
