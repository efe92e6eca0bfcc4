import type { Answer, Readings, ShopCaller } from './app'
import { isRecord } from './envelope'
import { elementsOf, type Window } from './orders'
import { escrowDetail, failedEscrow, more, releasedEscrow, walletTransaction } from './payment-schemas'
import { read, readEach } from './reading'
import {
  reshapeEscrow,
  reshapeWalletTransaction,
  type ShopeeEscrow,
  type ShopeeWalletTransaction,
} from './reshape-payment'
import { callShopee } from './transport'

/** The platform takes 50 and recommends 20. */
export const ESCROWS_AT_ONCE = 20
export const ESCROW_LIST = '/api/v2/payment/get_escrow_list'
export const WALLET_LIST = '/api/v2/payment/get_wallet_transaction_list'
const PAGE = 100

/** The escrow of one order. */
export async function getEscrowDetail(shop: ShopCaller, orderSn: string): Promise<Answer<ShopeeEscrow>> {
  const path = '/api/v2/payment/get_escrow_detail'
  const { response } = await callShopee(shop, { path, repeatable: true, query: { order_sn: orderSn } })
  return read(path, escrowDetail, response, reshapeEscrow)
}

export type FailedEscrow = { orderSn: string | null; code: string; text: string }

/**
 * The escrow of up to 50 orders, and the orders that the platform refused. By POST: the gateway refuses the documented
 * GET.
 */
export async function getEscrowDetails(
  shop: ShopCaller,
  orderSns: readonly string[],
): Promise<Readings<ShopeeEscrow> & { failed: FailedEscrow[] }> {
  const { response, body } = await callShopee(shop, {
    path: '/api/v2/payment/get_escrow_detail_batch',
    repeatable: true,
    body: { order_sn_list: orderSns },
  })
  const elements = [
    ...(Array.isArray(response) ? response : elementsOf(response, 'escrow_detail_list')),
    ...elementsOf(body, 'escrow_detail_list'),
  ]
  const hasFailed = (element: unknown) =>
    isRecord(element) && typeof element.fail_error === 'string' && element.fail_error !== ''
  const details = elements
    .filter((element) => !hasFailed(element))
    .map((one) => (isRecord(one) ? (one.escrow_detail ?? one) : one))
  const failures = readEach(failedEscrow, elements.filter(hasFailed)).read
  return {
    ...readEach(escrowDetail, details, reshapeEscrow),
    failed: failures.map(({ data }) => ({
      orderSn: data.escrow_detail?.order_sn ?? data.order_sn,
      code: data.fail_error ?? '',
      text: data.fail_message,
    })),
  }
}

export type Release = { orderSn: string; amountCents: bigint | null; releasedAt: Date | null }
type NumberedPage<T> = Readings<T> & { hasMore: boolean }

/** One page of the orders whose money was released in the window; pages count from 1. */
export async function listEscrows(shop: ShopCaller, window: Window, pageNo = 1): Promise<NumberedPage<Release>> {
  const { response } = await callShopee(shop, {
    path: ESCROW_LIST,
    repeatable: true,
    query: { release_time_from: window.from, release_time_to: window.to, page_no: pageNo, page_size: PAGE },
  })
  const { data } = read(ESCROW_LIST, more, response)
  return {
    ...readEach(releasedEscrow, elementsOf(response, 'escrow_list'), (release) => ({
      orderSn: release.order_sn,
      amountCents: release.payout_amount,
      releasedAt: release.escrow_release_time,
    })),
    hasMore: data.more,
  }
}

/** One page of the wallet's movements in a window of at most 15 days, of one tab or of all; pages count from 0. */
export async function listWalletTransactions(
  shop: ShopCaller,
  window: Window,
  { pageNo = 0, tab }: { pageNo?: number; tab?: 'wallet_adjustment_filter' } = {},
): Promise<NumberedPage<ShopeeWalletTransaction>> {
  const { response } = await callShopee(shop, {
    path: WALLET_LIST,
    repeatable: true,
    query: {
      page_no: pageNo,
      page_size: PAGE,
      create_time_from: window.from,
      create_time_to: window.to,
      transaction_tab_type: tab,
    },
  })
  const { data } = read(WALLET_LIST, more, response)
  const rows = elementsOf(response, 'transaction_list')
  return { ...readEach(walletTransaction, rows, reshapeWalletTransaction), hasMore: data.more }
}
