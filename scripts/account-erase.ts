import { eraseAccount } from '@/lib/identity/account/erase-account'
import { findAccount } from '@/lib/identity/auth/accounts'
import { closeDatabase } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

const [email] = process.argv.slice(2) as [string]

async function main() {
  const account = await findAccount(email)
  if (!account) throw new Error(`There is no account of ${email}.`)
  await eraseAccount(account.id)
  console.log(`The account of ${email} is deleted. The trails of its companies keep its reference, without a name.`)
}

main()
  .catch((error: unknown) => {
    if (error instanceof UserError && error.code === 'onlyOwner')
      console.error(
        `${email} is the only owner of ${error.values?.companies}. Make somebody else an owner first (npm run owner:recover), or have the company deleted.`,
      )
    else console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
