import type { ShopeeErrorKind } from './errors'

type Rule = { kind: ShopeeErrorKind; code: RegExp; text?: RegExp }

/** The platform was too busy to begin: what was asked has not been done. */
const BUSY = /(^|_)busy$/
export const isBusy = (code: string) => BUSY.test(bareCode(code))

/**
 * First fitting rule wins; codes are compared bare, in lower case. The text decides where the platform uses one code for
 * several complaints. Sources: the platform's error lists of every endpoint and its gateway.
 */
const rules: readonly Rule[] = [
  // The platform spells it wrongly; both spellings are seen.
  { kind: 'tokenDead', code: /^invalid_acc?ee?s?s?_token$/ },
  { kind: 'tokenDead', code: /^error_auth$/, text: /invalid access_token/i },
  { kind: 'grantDead', code: /^(refresh_token_expired|error_\w+_refresh_token)$/ },
  { kind: 'grantDead', code: /^(\w+_access_expired|\w+_no_linked|partner_shop_no_link)$/ },
  { kind: 'grantDead', code: /^error_auth$/, text: /invalid partner_id or shop_?id/i },
  { kind: 'grantDead', code: /^error_permission$/, text: /link shop and partner/i },
  { kind: 'codeRefused', code: /^(invalid_code|invalid_main_acc?ount_id|invalid_shop_id)$/ },
  { kind: 'shopBanned', code: /^(shop|merchant)_banned$/ },
  { kind: 'rateLimited', code: /rate_limit|too_many_requests?$/ },
  { kind: 'rateLimited', code: /./, text: /^too many requests/i },
  { kind: 'dailyLimit', code: /^error_limit$/, text: /daily|00: ?00/i },
  { kind: 'clockSkew', code: /^error_param$/, text: /timestamp is expired|^invalid timestamp/i },
  {
    kind: 'appMisconfigured',
    code: /^(error_sign|invalid_partner_id|error_partner_key_expired|source_ip_undeclared)$/,
  },
  { kind: 'appMisconfigured', code: /^(error_kyc_auth|error_api_call_restricted|api_suspended)$/ },
  { kind: 'appMisconfigured', code: /^error_auth$/, text: /partner_id is invalid|app is deleted|restricted/i },
  {
    kind: 'appMisconfigured',
    code: /^error_param$/,
    text: /invalid partner_id|partner_id is invalid|timestamp is invalid|^no timestamp|^there is no |request path is incorrect/i,
  },
  { kind: 'permission', code: /^(error_(ashop_)?api_permission|error_permission|error_perm|error_perm_non_admin)$/ },
  { kind: 'permission', code: /^error_auth$/, text: /no permission/i },
  { kind: 'permission', code: /^error_network$/, text: /only available for/i },
  { kind: 'notReady', code: /^download_later$/ },
  { kind: 'notReady', code: /^error_param$/, text: /being allocated/i },
  { kind: 'transient', code: /^(error_network|error_database|error_timeout|error_connection)$/ },
  { kind: 'transient', code: BUSY },
  { kind: 'transient', code: /^error_(data|get_shop_fail)$/, text: /failed\. please try later/i },
  { kind: 'transient', code: /^(error_third_party_server|error_core_server|unknown_error|error_unknown)$/ },
  { kind: 'transient', code: /^(internal_error|err_service_internal|\w+_error_server)$/ },
  { kind: 'transient', code: /^(error_server|error_inner)$/, text: /^$|try|internal server|interal error|inner/i },
  {
    kind: 'transient',
    code: /./,
    text: /^((system|server|service) (is )?busy|core server error|unknown error|something (is )?wrong|system error|inner error|our system is taking|parse data failed)/i,
  },
  { kind: 'invalidInput', code: /^package_number_not_exist$/ },
  { kind: 'notFound', code: /not_(found|exists?)$/ },
  { kind: 'notFound', code: /^error_param$/, text: /not found/i },
  { kind: 'notFound', code: /^error_data$/, text: /not exist|doesn't exist|not available/i },
  { kind: 'invalidInput', code: /^(param|error_param\w*|error_shop|invalid_shop|order_list_invalid_time)$/ },
  { kind: 'invalidInput', code: /^(time_period_too_large|exceed_max_limit|time_invalid|(order_)?shopid_invalid)$/ },
  { kind: 'invalidInput', code: /^(error_)?invalid_|^shipping_document_type_invalid$|^tracking_number_invalid$/ },
]

/** The code without its module: "order. error_param" and "common.error_param" are one complaint. */
export const bareCode = (code: string) => code.toLowerCase().split('.').at(-1)!.trim()

/** The meaning of the platform's code and text; an unknown name counts as its refusal of the business at hand. */
export function kindOfCode(code: string, text: string): ShopeeErrorKind {
  const bare = bareCode(code)
  const rule = rules.find((known) => known.code.test(bare) && (!known.text || known.text.test(text.trim())))
  return rule?.kind ?? 'businessRefused'
}

/** The meaning of the status where the body has none. */
export function kindOfStatus(status: number): 'rateLimited' | 'transient' | 'malformed' {
  if (status === 429) return 'rateLimited'
  return status === 408 || status >= 500 ? 'transient' : 'malformed'
}
