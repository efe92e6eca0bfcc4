// Invented: the HTTP status of a refusal by the gateway. Only 429 is published; the setting httpStatuses changes the others.
const STATUSES: Record<string, number> = {
  error_sign: 403,
  error_auth: 403,
  invalid_acceess_token: 403,
  invalid_partner_id: 403,
  partner_shop_no_link: 403,
  shop_no_linked: 403,
  shop_banned: 403,
  source_ip_undeclared: 403,
  error_rate_limit: 429,
  error_limit: 429,
}

/** A refusal of a call, in the platform's own code and words. Business errors answer with HTTP 200. */
export class PlatformError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Set where the place decides; else the code does. */
    readonly status?: number,
    /** Further members of the envelope, such as `response` beside an error. */
    readonly more: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** A refusal by the gateway itself, which answers 400 to what it cannot read. */
export const gatewayError = (code: string, message: string) =>
  new PlatformError(code, message, STATUSES[code] === undefined && code === 'error_param' ? 400 : undefined)

export const statusOf = (error: PlatformError, overrides: Record<string, number>) =>
  overrides[error.code] ?? error.status ?? STATUSES[error.code] ?? 200
