import { SAO_PAULO_OFFSET_SECONDS } from '../payment/order-incomes'

/** As the exports write money: a dot and two decimals, as text. */
export const money = (cents: number) => (cents / 100).toFixed(2)

/** 'YYYY-MM-DD HH:MM' of Brasília, without naming it; '' for what has not happened. */
export const time = (seconds: number | null) =>
  seconds === null
    ? ''
    : new Date((seconds + SAO_PAULO_OFFSET_SECONDS) * 1000).toISOString().slice(0, 16).replace('T', ' ')

export const day = (seconds: number | null) => time(seconds).slice(0, 10)
