import { useLocale, useTranslations } from 'next-intl'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'

/** The fees of R$ 70 to 110 under the rule of 1 October 2026, in cents: straight inside a band, a step at its edge. */
const bands = [
  { from: [7000, 5150], to: [7999, 5949] },
  { from: [8000, 5280], to: [9999, 6999] },
  { from: [10000, 6600], to: [11000, 7460] },
] as const
const zones = [
  { from: 8000, to: 8777, label: '80' },
  { from: 10000, to: 10463, label: '100' },
] as const

const width = 560
const height = 230
const x = (cents: number) => 46 + ((cents - 7000) / 4000) * (width - 62)
const y = (cents: number) => height - 34 - ((cents - 4800) / 2900) * (height - 62)

export function PriceCurve() {
  const t = useTranslations('landing.curve')
  const language = useLocale()
  const money = (cents: number) => formatMoney(BigInt(cents), language)
  return (
    <figure className="m-0">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('label', {
          last: money(7999),
          lastPays: money(5949),
          edge: money(8000),
          edgePays: money(5280),
          again: money(8778),
        })}
        className="h-auto w-full text-[13px] max-sm:text-[19px]"
      >
        {[50, 60, 70].map((reais) => (
          <g key={reais}>
            <path d={`M46 ${y(reais * 100)}H${width - 16}`} className="stroke-line" />
            <text x={40} y={y(reais * 100) + 4} textAnchor="end" className="fill-ink-3 tabular-nums">
              {reais}
            </text>
          </g>
        ))}
        {[70, 80, 90, 100, 110].map((reais) => (
          <text key={reais} x={x(reais * 100)} y={height - 10} textAnchor="middle" className="fill-ink-3 tabular-nums">
            {reais}
          </text>
        ))}
        {zones.map((zone) => (
          <rect
            key={zone.label}
            x={x(zone.from)}
            y={14}
            width={x(zone.to) - x(zone.from)}
            height={height - 48}
            rx={4}
            className="fill-warn-soft"
          />
        ))}
        <path d={`M${x(7999)} ${y(5949)}H${x(8778)}`} strokeDasharray="4 4" className="stroke-warn" strokeWidth={1.5} />
        {bands.map((band) => (
          <path
            key={band.from[0]}
            d={`M${x(band.from[0])} ${y(band.from[1])}L${x(band.to[0])} ${y(band.to[1])}`}
            className="stroke-accent-text"
            strokeWidth={2.5}
            strokeLinecap="round"
          />
        ))}
        <Point price={7999} pays={5949} text={money(5949)} above />
        <Point price={8000} pays={5280} text={money(5280)} />
      </svg>
      <figcaption className="mt-2 text-[13px] text-ink-3">
        {t('caption', { day: formatDay('2026-10-01', language) })}
      </figcaption>
    </figure>
  )
}

function Point(props: { price: number; pays: number; text: string; above?: boolean }) {
  return (
    <g>
      <circle
        cx={x(props.price)}
        cy={y(props.pays)}
        r={4.5}
        className="fill-surface stroke-accent-text"
        strokeWidth={2.5}
      />
      <text
        x={x(props.price) + (props.above ? -8 : 10)}
        y={y(props.pays) + (props.above ? -11 : 17)}
        textAnchor={props.above ? 'end' : 'start'}
        className="fill-ink font-semibold tabular-nums"
      >
        {props.text}
      </text>
    </g>
  )
}
