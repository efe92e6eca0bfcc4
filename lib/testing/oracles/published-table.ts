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
}

const marchBands: Band[] = [
  { from: 0, commission: 180, service: 20, fixed: 400, cheapBelow: 800 },
  { from: 8000, commission: 120, service: 20, fixed: 1600 },
  { from: 10_000, commission: 120, service: 20, fixed: 2000 },
  { from: 20_000, commission: 120, service: 20, fixed: 2600 },
]
const octoberBands: Band[] = marchBands.map((band) => ({
  ...band,
  ...{ commission: band.commission + 6, service: 14 },
  ...(band.from === 0 && { fixed: 450, cheapBelow: 900 }),
}))
const februaryBands: Band[] = [{ from: 0, commission: 120, service: 80, fixed: 400 }]
const tableOn = (day: string) => (day < '2026-03-01' ? februaryBands : day < '2026-10-01' ? marchBands : octoberBands)
/** Of a shop that takes part in campaigns with their share. */
const withCampaign = (bands: Band[], campaign: number): Band[] => bands.map((band) => ({ ...band, campaign }))
export const bandsOn = (day: string, isInCampaigns: boolean): Band[] =>
  isInCampaigns ? withCampaign(tableOn(day), campaignOn(day)) : tableOn(day)
/** Those of before March. */
export const formerBands = (isInCampaigns: boolean): Band[] => bandsOn('2026-02-28', isInCampaigns)
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
    fees.service += halfUp(base, band.service) + halfUp(base, band.campaign ?? 0) + fixedOf(band, price) * quantity
  }
  return fees
}
