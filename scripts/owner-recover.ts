import { closeDatabase } from '@/lib/core/db'
import { recoverOwner } from '@/lib/identity/organizations/recover-owner'

const [organizationId, name, email] = process.argv.slice(2) as [string, string, string]

async function main() {
  const recovered = await recoverOwner(organizationId, email)
  if (recovered.kind === 'owner') console.log(`${email} is now an owner of ${name} (${organizationId}).`)
  else
    console.log(
      `${email} has no confirmed account here. This link makes one and an owner of ${name}; it is good for 72 hours, once. ` +
        `Hand it over yourself, to that person alone:\n${recovered.link}`,
    )
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
