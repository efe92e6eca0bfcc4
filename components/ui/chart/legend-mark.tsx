export function LegendMark({ dashed }: { dashed?: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 16 4" className="h-1 w-4 shrink-0">
      <line
        x1={0}
        x2={16}
        y1={2}
        y2={2}
        strokeWidth={2}
        strokeDasharray={dashed ? '3 2' : undefined}
        className={dashed ? 'stroke-ink-3' : 'stroke-accent-text'}
      />
    </svg>
  )
}
