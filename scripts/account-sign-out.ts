import { findAccount } from '@/lib/identity/auth/accounts'
import { signOutEverywhere } from '@/lib/identity/auth/sessions/end-sessions'
import { closeDatabase } from '@/lib/core/db'

const [email] = process.argv.slice(2) as [string]

async function main() {
  const account = await findAccount(email)
  if (!account) throw new Error(`There is no account of ${email}.`)
  const ended = await signOutEverywhere(account.id)
  console.log(`${email} was signed out on ${ended} ${ended === 1 ? 'device' : 'devices'}. The password stays as it is.`)
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
