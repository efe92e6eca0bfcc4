// After a key was changed (docs/operations.md): encrypts again all values under an earlier ENCRYPTION_KEY, brings the
// ends of the audit logs under the AUDIT_CHAIN_KEY in force, and names the earlier keys that are no longer needed.
// While the product runs: npm run keys:rotate
// Ends with 0 where nothing is left under an earlier key, with 1 where something is, and with 2 where the check could
// not be done.
import { keyId } from './data-folder.mjs'
import { secretsInForce } from './environment.mjs'
import { runProgram } from './run-program.mjs'

await runProgram('keys-rotate', async ({ owner, data }) => {
  const { BLIND_INDEX_KEY, ENCRYPTION_KEY } = secretsInForce(process.env, data.secrets)
  const stays = [ENCRYPTION_KEY, data.secrets.BLIND_INDEX_KEY].includes(BLIND_INDEX_KEY)
  if (process.env.ENCRYPTION_KEY && !process.env.BLIND_INDEX_KEY && !stays)
    console.log(
      `BLIND_INDEX_KEY is ${keyId(BLIND_INDEX_KEY)}, and the environment does not name it: name it before a key goes from PREVIOUS_ENCRYPTION_KEYS`,
    )
  return { input: owner }
})
