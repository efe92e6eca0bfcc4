import 'server-only'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import type { ShopeeApp } from '@/lib/shopee/app'
import { shopCallbackPath } from './schema'

const FETCH_TIMEOUT_MS = 10_000

/** The app that this installation is at the platform; null while its key is missing. */
export function findShopeeApp(): ShopeeApp | null {
  const { SHOPEE_PARTNER_ID: partnerId, SHOPEE_PARTNER_KEY: partnerKey, SHOPEE_API_URL, SHOPEE_AUTH_URL } = env()
  if (!partnerId || !partnerKey) return null
  return { partnerId, partnerKey, apiUrl: SHOPEE_API_URL, authUrl: SHOPEE_AUTH_URL, fetchTimeoutMs: FETCH_TIMEOUT_MS }
}

export function getShopeeApp(): ShopeeApp {
  const app = findShopeeApp()
  if (!app) throw new UserError('authorizationStartFailed')
  return app
}

/** Where the platform sends the seller back to. */
export const callbackUrl = () => new URL(shopCallbackPath, env().NEXTAUTH_URL).toString()
