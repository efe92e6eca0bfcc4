import 'server-only'
import { nameTimeZone } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'

/** Brazil's, from east to west, with the cities as people write them. */
const brazil: [zone: string, city: string][] = [
  ['America/Noronha', 'Fernando de Noronha'],
  ['America/Sao_Paulo', 'São Paulo'],
  ['America/Bahia', 'Salvador'],
  ['America/Fortaleza', 'Fortaleza'],
  ['America/Recife', 'Recife'],
  ['America/Maceio', 'Maceió'],
  ['America/Belem', 'Belém'],
  ['America/Araguaina', 'Araguaína'],
  ['America/Santarem', 'Santarém'],
  ['America/Manaus', 'Manaus'],
  ['America/Cuiaba', 'Cuiabá'],
  ['America/Campo_Grande', 'Campo Grande'],
  ['America/Porto_Velho', 'Porto Velho'],
  ['America/Boa_Vista', 'Boa Vista'],
  ['America/Rio_Branco', 'Rio Branco'],
  ['America/Eirunepe', 'Eirunepé'],
]
const brazilian = new Set(brazil.map(([zone]) => zone))

export type ZoneChoice = { zone: string; label: string }
export type ZoneChoices = { brazil: ZoneChoice[]; others: ZoneChoice[] }

export const isTimeZone = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone)

export function nameZone(zone: string, language: Language): string {
  const city = brazil.find(([known]) => known === zone)?.[1]
  return city ? `${city} · ${nameTimeZone(zone, language)}` : zone.replaceAll('_', ' ')
}

/** São Paulo's first, since most are there; then the rest of Brazil, then the world. */
export function listTimeZones(language: Language): ZoneChoices {
  const choice = (zone: string) => ({ zone, label: nameZone(zone, language) })
  const most = 'America/Sao_Paulo'
  return {
    brazil: [most, ...brazil.map(([zone]) => zone).filter((zone) => zone !== most)].map(choice),
    others: Intl.supportedValuesOf('timeZone')
      .filter((zone) => !brazilian.has(zone))
      .map(choice),
  }
}
