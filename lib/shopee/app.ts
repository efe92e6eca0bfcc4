/** The app registered at the platform, and how to reach it. Given by the caller: this folder reads no environment. */
export type ShopeeApp = {
  partnerId: number
  /** Used as it is: not hex to be decoded. */
  partnerKey: string
  apiUrl: string
  /** The page where a seller authorizes, without a query. */
  authUrl: string
  /** One attempt, answer included. */
  fetchTimeoutMs: number
}

/** Shared by everyone who calls for a shop, over all processes. */
export type Limiter = {
  /** Waits for `cost` calls of the shop; throws ShopeeError rateLimited when that would take longer than `longestWaitMs`. */
  takeTurn(shopId: string, cost?: number, longestWaitMs?: number): Promise<void>
  /** Makes no call for the shop during the next `ms`. */
  holdBack(shopId: string, ms: number): Promise<void>
}

/** A call without a shop: the app itself. */
export type AppCaller = {
  app: ShopeeApp
  /** All attempts and their waits together. */
  deadlineMs?: number
  /** How often a call that may be repeated is; fewer where a person waits. */
  retries?: number
}

/** A call for one shop with a token that is valid now. */
export type ShopCaller = AppCaller & { shopId: string; accessToken: string; limiter: Limiter }

/** The used part of an answer, and the whole of it as it came: unknown fields included, digits kept. */
export type Answer<T> = { data: T; raw: unknown }

/** The readable and the unreadable elements of a list, so that one odd element does not lose the others. */
export type Readings<T> = { read: Answer<T>[]; unreadable: { raw: unknown; problem: string }[] }
