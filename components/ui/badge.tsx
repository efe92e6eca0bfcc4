import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
}

type BadgeProps = { children: ReactNode; tone?: Tone; className?: string }

export function Badge({ children, tone = 'neutral', className }: BadgeProps) {
  return <span className={classNames('badge rounded-md', tones[tone], className)}>{children}</span>
}
