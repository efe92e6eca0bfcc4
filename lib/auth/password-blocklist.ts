import 'server-only'
import { UserError } from '../errors'
import words from './common-passwords.json'

// English passwords and Brazilian names from the lists of zxcvbn-ts (MIT, © Dan Wheeler, Dropbox, zxcvbn-ts), and what Brazilians add: clubs, faith, love.
const COMMON = new Set(words)
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qazwsxedcrfvtgbyhnujmikolp']
const RUNS = ROWS.flatMap((row) => [row.repeat(20), [...row].reverse().join('').repeat(20)])
const LETTERS: Record<string, string> = {
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

export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password))
    throw new UserError('invalidInput', { fields: { [field]: ['auth.fields.passwordCommon'] } })
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

const undisguised = (text: string) => text.replace(/\d/g, (digit) => LETTERS[digit] ?? digit)

/** The shortest piece that the text repeats: `abcabcabc` → `abc`; the text itself when it repeats none. */
function repeatedUnit(text: string): string {
  const again = (text + text).indexOf(text, 1)
  return text.slice(0, again)
}
