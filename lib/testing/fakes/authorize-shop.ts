type Authorization = {
  redirectUri?: string
  /** The shop that the seller chooses; the sandbox begins with one, 220000001. */
  shopId?: number
  validityDays?: number
  state?: string
}

export const FIRST_SHOP_ID = 220_000_001

/** The seller confirms on the sandbox's page: answers the call of the redirect address. */
export async function authorizeShop(
  sandbox: { url: string; partnerId: number },
  {
    redirectUri = 'http://localhost:3000/api/shopee/callback',
    shopId = FIRST_SHOP_ID,
    validityDays,
    state,
  }: Authorization = {},
): Promise<{ callback: URL; code: string; shopId: number }> {
  const form = new URLSearchParams({
    partner_id: String(sandbox.partnerId),
    auth_type: 'seller',
    response_type: 'code',
    redirect_uri: redirectUri,
    account: `shop:${shopId}`,
    validity: 'custom',
    days: String(validityDays ?? 365),
    decision: 'confirm',
    ...(state !== undefined && { state }),
  })
  const answer = await fetch(`${sandbox.url}/auth`, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`authorizing failed: ${answer.status} ${await answer.text()}`)
  const callback = new URL(location)
  return { callback, code: callback.searchParams.get('code')!, shopId: Number(callback.searchParams.get('shop_id')) }
}
