/** On a phone, where what one has typed is saved far below it: the way there, in sight. */
export function JumpBar({ to, text, label }: { to: string; text: string; label: string }) {
  return (
    <p
      data-print="hide"
      className="sticky bottom-16 z-20 flex items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-2 shadow-floating lg:hidden"
    >
      <span className="min-w-0 text-[13px]">{text}</span>
      <a href={`#${to}`} className="inline-flex min-h-control shrink-0 items-center font-semibold text-accent-text">
        {label}
      </a>
    </p>
  )
}
