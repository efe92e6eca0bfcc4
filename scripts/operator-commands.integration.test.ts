import { spawnSync } from 'node:child_process'
import { scripts } from '../package.json'
import { findAccount } from '@/lib/identity/auth/accounts'
import { testDatabaseName, testServer } from '@/lib/testing/harnesses/database'
import { createUser } from '@/lib/testing/factories/factories'
import { inFullForm } from '@/lib/testing/harnesses/left-out'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const OWN_SERVER = /a server of your own/

/** The arguments of each operator's command, and its output where there is no company yet. */
const commands: Record<string, { given?: string[]; says: RegExp }> = {
  'db:start': { says: /^DATABASE_URL=postgresql:/m },
  'db:stop': { says: /^PostgreSQL has stopped\.$/ },
  'db:backup': { says: OWN_SERVER },
  'db:restore': { says: OWN_SERVER },
  'db:drill': { says: OWN_SERVER },
  'db:migrate': { says: /^The database (was up to date|is up to date now)\.$/m },
  'db:verify': { says: /^0 differences in 0 companies/ },
  'files:move': { says: /^No bucket is named/ },
  'audit:verify': { says: /^There is no company yet/ },
  'keys:rotate': { says: /^ENCRYPTION_KEY .*: 0 secrets encrypted again/ },
  'owner:recover': {
    given: ['--organization', 'Casa & Cia', '--email', 'unknown@example.com'],
    says: /^There is no company of the name or id "Casa & Cia"/,
  },
  'account:sign-out': {
    given: ['--email', 'unknown@example.com'],
    says: /^There is no account of unknown@example\.com\.$/,
  },
  'account:erase': {
    given: ['--email', 'unknown@example.com'],
    says: /^There is no account of unknown@example\.com\.$/,
  },
}
const names = Object.keys(scripts).filter((name) => /^(db|files|audit|keys|owner|account):/.test(name))
// Each starts a program or two: the default form takes one that reads all companies and one that is given what it needs.
const started = names.filter((name) => isFullProfile || ['db:verify', 'owner:recover'].includes(name))
const OWN = /^(NEXTAUTH|AUTH|ENCRYPTION|AUDIT|S3|SMTP|NODE_OPTIONS|LOG_LEVEL)/

/** As an operator runs it, whose shell knows nothing but where the database is. */
function run(name: string, given: string[]) {
  const on = (address: string) => Object.assign(new URL(address), { pathname: `/${testDatabaseName()}` }).toString()
  const [program, ...args] = scripts[name as keyof typeof scripts].split(' ')
  expect(program).toBe('node')
  const shell = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !OWN.test(variable)))
  const { stdout, stderr } = spawnSync(process.execPath, [...args, ...given], {
    encoding: 'utf8',
    env: {
      ...shell,
      DATABASE_OWNER_URL: on(testServer().DATABASE_OWNER_URL),
      DATABASE_WORKER_URL: process.env.TEST_DATABASE_WORKER_URL,
    } as unknown as NodeJS.ProcessEnv,
  })
  return (stdout + stderr).trim()
}

test('each command of an operator has its answer here', () => {
  expect(Object.keys(commands).toSorted()).toEqual(names.toSorted())
})

test.each(started)('%s says what it found, or what it needs, and not where it broke', (name) => {
  const { given = [], says } = commands[name] ?? { says: /^$/ }
  const said = run(name, given)
  expect(said).toMatch(says)
  expect(said).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
  if (given.length > 0) expect(run(name, [])).toMatch(new RegExp(`^Use: npm run ${name}`))
})

test(
  'account:sign-out ends every session of the given account',
  inFullForm('starts programs; each command is started once above'),
  async () => {
    const { email } = await createUser()
    expect(run('account:sign-out', ['--email', email])).toBe(
      `${email} was signed out on 0 devices. The password stays as it is.`,
    )
  },
)

test('account:erase erases the given account', async () => {
  const { email } = await createUser()
  expect(run('account:erase', ['--email', email])).toMatch(`The account of ${email} is deleted.`)
  expect(await findAccount(email)).toBeNull()
})
