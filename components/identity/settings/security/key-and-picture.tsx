'use client'

import { useTranslations } from 'next-intl'
import type { StartedSetUp } from '@/lib/identity/auth/two-factor/set-up'
import { CopyButton } from './copy-button'

/** On a white plate whatever the colour scheme: scanners read dark on light. */
export function KeyAndPicture({ setUp: { key, qr } }: { setUp: StartedSetUp }) {
  const t = useTranslations('security.secondStep.scan')
  const groups = key.match(/.{1,4}/g) ?? []
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-control border border-line bg-[#fff] text-[#000]"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <div className="flex min-w-0 flex-col items-start gap-2 max-sm:items-center max-sm:text-center">
        <p className="text-[13px] text-ink-2">{t('orKey')}</p>
        <p translate="no" className="flex flex-wrap gap-x-2 font-mono text-[15px] leading-6 max-sm:justify-center">
          {groups.map((group, i) => (
            <span key={i}>{group}</span>
          ))}
        </p>
        <CopyButton text={key} label={t('copyKey')} copied={t('copied')} />
      </div>
    </div>
  )
}
