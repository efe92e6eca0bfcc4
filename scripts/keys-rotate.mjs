// After a key was changed (docs/operations.md): seals anew what lies under an earlier ENCRYPTION_KEY, brings the trails' ends under the
// AUDIT_SEAL_KEY in force, and says which earlier keys nothing needs any more. While the product runs: npm run keys:rotate
// Ends with 0 where nothing is left under an earlier key, with 1 where something is, and with 2 where it could not be told.
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
