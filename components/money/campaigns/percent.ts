import type { Language } from '@/lib/core/language'

/** '12,5' or '12.5' as millionths; null for nothing, and what cannot be read is refused by the action. */
export function readPercent(text: string): number | null {
  const plain = text.trim().replace('%', '').replace(',', '.').trim()
  if (plain === '') return null
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 10_000) : -1
}

export const percentText = (millionths: number | null, language: Language): string =>
  millionths === null ? '' : String(millionths / 10_000).replace('.', language === 'pt' ? ',' : '.')
