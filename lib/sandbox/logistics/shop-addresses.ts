const streets = [
  ['Rua Vergueiro, 1000', 'Liberdade', 'São Paulo', 'São Paulo', '01504000'],
  ['Avenida Amazonas, 2200', 'Barro Preto', 'Belo Horizonte', 'Minas Gerais', '30180001'],
] as const

export type ShopAddress = {
  address_id: bigint
  region: string
  state: string
  city: string
  district: string
  town: string
  address: string
  zipcode: string
  isDefault: boolean
}

/** Two for each shop: the first is the default, for pickups and for returns. */
export const listAddresses = (shopId: bigint): ShopAddress[] =>
  streets.map(([address, district, city, state, zipcode], index) => ({
    address_id: shopId * 10n + BigInt(index + 1),
    region: 'BR',
    state,
    city,
    district,
    town: '',
    address,
    zipcode,
    isDefault: index === 0,
  }))

export type TimeSlot = { date: number; time_text: string; pickup_time_id: string; flags: string[] }

const SLOTS = 3
const DAY_SECONDS = 86_400
const BRASILIA_NOON_SECONDS = 15 * 3600

/** The next weekdays at noon of Brasília. The id names its day, so that a past one can be recognized. */
export function listTimeSlots(now: number): TimeSlot[] {
  const days = Array.from(
    { length: 7 },
    (_, ahead) => Math.floor(now / DAY_SECONDS) * DAY_SECONDS + (ahead + 1) * DAY_SECONDS,
  )
  return days
    .filter((day) => ![0, 6].includes(new Date(day * 1000).getUTCDay()))
    .slice(0, SLOTS)
    .map((day, index) => ({
      date: day + BRASILIA_NOON_SECONDS,
      time_text: '09:00 - 18:00',
      pickup_time_id: String(day + BRASILIA_NOON_SECONDS),
      flags: index === 0 ? ['recommended'] : [],
    }))
}
