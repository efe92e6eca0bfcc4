import 'server-only'
import { UserError } from '@/lib/core/errors'
import words from './common-passwords.json'

// English passwords and Brazilian names from the lists of zxcvbn-ts (MIT, © Dan Wheeler, Dropbox, zxcvbn-ts), and what Brazilians add: clubs, faith, love.
const COMMON = new Set(words)
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qazwsxedcrfvtgbyhnujmikolp']
const RUNS = ROWS.flatMap((row) => [row.repeat(20), [...row].reverse().join('').repeat(20)])
const LETTER_OF_CHARACTER: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
}
const SIGNS: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '€': 'e' }
const SHORT_UNIT = 6
const SHORTEST_WHOLE = 5
const SHORTEST_PART = 3
const TRADE = [
  'mascate',
  'shopee',
  'mercadolivre',
  'marketplace',
  'ecommerce',
  'vendas',
  'vender',
  'vendedor',
  'seller',
  'loja',
  'lojinha',
  'shop',
  'store',
  'estoque',
  'pedido',
  'pedidos',
  'produto',
  'produtos',
  'empresa',
  'comercio',
]
const DISGUISED_END = 2

/** Whether many people choose it: a common word or name however written or numbered, a repeated piece, a row of the keyboard. */
export function isCommonPassword(password: string): boolean {
  return [plain(password, {}), plain(password, SIGNS)].some((text) => {
    const unit = repeatedUnit(text)
    return (
      unit.length <= SHORT_UNIT || isCommonWord(unit) || isCommonWord(text) || RUNS.some((run) => run.includes(text))
    )
  })
}

/**
 * Whether it holds what anybody who knows the person would try: their address, their name, their company's, and words of the
 * trade, with nothing much around them. `own`: those texts as they are written; short ones say nothing alone.
 */
export function holdsOwnWords(password: string, own: readonly string[]): boolean {
  const whole = own.flatMap((text) => [text, text.split('@')[0]!]).map((text) => plain(text, {}))
  const parts = own.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).map((text) => plain(text, {}))
  const words = [...parts, ...TRADE].filter(({ length }) => length >= SHORTEST_PART).sort(longestFirst)
  return [plain(password, {}), plain(password, SIGNS)].some((text) => {
    if (whole.some((word) => word.length >= SHORTEST_WHOLE && text.includes(word))) return true
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
    return rest !== text && rest.replace(/[\d\s]/g, '').length < SHORT_UNIT
  })
}

const longestFirst = (one: string, other: string) => other.length - one.length

/** `own`: see holdsOwnWords. A password that many people choose, or that says whose it is, is refused at its field. */
export function refuseWeakPassword(password: string, own: readonly string[], field = 'password'): void {
  const problem = isCommonPassword(password) ? 'passwordCommon' : holdsOwnWords(password, own) ? 'passwordOwn' : null
  if (problem) throw new UserError('invalidInput', { fields: { [field]: [`auth.fields.${problem}`] } })
}

function isCommonWord(text: string): boolean {
  const core = text.replace(/^\d+/, '').replace(/\d+$/, '')
  if (COMMON.has(text) || COMMON.has(core)) return true
  const start = text.indexOf(core)
  for (let more = 0; core && more <= DISGUISED_END; more += 1)
    if (COMMON.has(undisguised(text.slice(start, start + core.length + more)))) return true
  return false
}

const plain = (password: string, signs: Record<string, string>) =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(/./gu, (character) => signs[character] ?? character)
    .replace(/[^\p{L}\p{N}]/gu, '')

const undisguised = (text: string) => text.replace(/\d/g, (digit) => LETTER_OF_CHARACTER[digit] ?? digit)

/** The shortest piece that the text repeats: `abcabcabc` → `abc`; the text itself when it repeats none. */
function repeatedUnit(text: string): string {
  const again = (text + text).indexOf(text, 1)
  return text.slice(0, again)
}
