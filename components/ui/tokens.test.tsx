import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { themes } from '@/lib/core/theme'

const css = readFileSync(join(process.cwd(), 'app/globals.css'), 'utf8')

type Scheme = 'light' | 'dark'
type Tokens = Record<string, string>

function tokensOf(selector: string, scheme: Scheme): Tokens {
  const tokens: Tokens = {}
  for (const [, selectors = '', body = ''] of css.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)) {
    if (!selectors.split(',').some((one) => one.trim() === selector)) continue
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      const pair = /^light-dark\((#\w+), (#\w+)\)$/.exec(value)
      const colour = pair ? pair[scheme === 'light' ? 1 : 2] : value
      if (colour?.startsWith('#')) tokens[name] = colour
    }
  }
  return tokens
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const text: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3', 'good', 'bad', 'warn', 'accent-text'].flatMap((ink): [string, string][] => [
    [ink, 'canvas'],
    [ink, 'surface'],
    [ink, 'raised'],
  ]),
  ['ink-2', 'sunken'],
  ['ink-2', 'accent-soft'],
  ['ink-2', 'bad-soft'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
  ['warn', 'warn-soft'],
  ['on-bad', 'bad'],
  ['on-bar', 'bar'],
]
const edges: [string, string][] = [
  ['edge', 'canvas'],
  ['edge', 'surface'],
  ['edge', 'raised'],
  ['accent-text', 'surface'],
]

describe.each(themes)('%s', (theme) => {
  test.each(['light', 'dark'] as const)('every text reaches 4.5:1 and every edge 3:1 in %s', (scheme) => {
    const tokens = { ...tokensOf(':root', scheme), ...tokensOf(`:root[data-theme='${theme}']`, scheme) }
    const failing = [
      ...text.map(([a, b]) => ({ a, b, least: 4.5 })),
      ...edges.map(([a, b]) => ({ a, b, least: 3 })),
    ].filter(({ a, b, least }) => !(contrast(tokens[a] ?? '', tokens[b] ?? '') >= least))
    expect(failing.map(({ a, b }) => `${a} on ${b}: ${contrast(tokens[a] ?? '', tokens[b] ?? '').toFixed(2)}`)).toEqual(
      [],
    )
  })
})
