/** The published fees by date, in cents and thousandths, as oracles know them: nothing of the product is used here. */
export type Item = { price: number; quantity: number }
export type Fees = { commission: number; service: number }
export type Band = {
  from: number
  commission: number
  service: number
  fixed: number
  cheapBelow?: number
  campaign?: number
  /** For an individual with many orders, for each unit. */
  surcharge?: number
}

const marchBands: Band[] = [
  { from: 0, commission: 180, service: 20, fixed: 400, cheapBelow: 800 },
  { from: 8000, commission: 120, service: 20, fixed: 1600 },
  { from: 10_000, commission: 120, service: 20, fixed: 2000 },
  { from: 20_000, commission: 120, service: 20, fixed: 2600 },
]
const octoberBands: Band[] = marchBands.map((band) => ({
  ...band,
  commission: band.commission + 6,
  service: 14,
  ...(band.from === 0 && { fixed: 450, cheapBelow: 900 }),
}))
const februaryBands: Band[] = [{ from: 0, commission: 120, service: 80, fixed: 400 }]
const tableOn = (day: string) => (day < '2026-03-01' ? februaryBands : day < '2026-10-01' ? marchBands : octoberBands)

/** The factors of the fees beside the day. */
export type Seller = { isInCampaigns: boolean; isPerson: boolean }
export const SURCHARGE = 300
/** More orders than this in the 90 days that end with an order's own cost an individual the surcharge. */
export const MOST_ORDERS = 450
/** Until February individuals paid 7.00 a unit, whatever they sold. */
const personalBands: Band[] = februaryBands.map((band) => ({ ...band, fixed: 700 }))
/** The bands of a day: a shop in campaigns has their share, an individual with many orders the surcharge. */
export function bandsOn(day: string, { isInCampaigns, isPerson }: Seller, hasMany = false): Band[] {
  const table = isPerson && day < '2026-03-01' ? personalBands : tableOn(day)
  return table.map((band) => ({
    ...band,
    ...(isInCampaigns && { campaign: campaignOn(day) }),
    ...(hasMany && day >= '2026-03-01' && { surcharge: SURCHARGE }),
  }))
}
/** Those of before March. */
export const formerBands = (seller: Seller): Band[] => bandsOn('2026-02-28', seller)
export const campaignOn = (day: string) => (day < '2026-04-23' ? 25 : 35)

export const halfUp = (cents: number, thousandths: number) => Math.floor((cents * thousandths + 500) / 1000)
export const fixedOf = (band: Band, price: number) =>
  band.cheapBelow !== undefined && price < band.cheapBelow ? Math.floor((price + 1) / 2) : band.fixed
export const bandOf = (bands: Band[], price: number) => bands.findLast(({ from }) => from <= price)!

export function feesOf(items: Item[], voucher: number, bands: Band[], forced?: Band): Fees {
  const fees = { commission: 0, service: 0 }
  for (const { price, quantity } of items) {
    const band = forced ?? bandOf(bands, price)
    // Only orders of one line have a voucher here.
    const base = price * quantity - voucher
    fees.commission += halfUp(base, band.commission)
    fees.service +=
      halfUp(base, band.service) +
      halfUp(base, band.campaign ?? 0) +
      (fixedOf(band, price) + (band.surcharge ?? 0)) * quantity
  }
  return fees
}
