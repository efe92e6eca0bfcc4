#!/bin/sh
# cockatiel 3.2.1: retry(…, { maxAttempts: 3 }) calls the function four times. The readme names the option "the number of attempts to make
# before giving up"; what is counted are the attempts after the first one. A program that limits calls to a marketplace, a bank or a tax office by
# it (a quota, an account that is blocked after three wrong answers) makes one more than written, and `maxAttempts: 1` still repeats what
# failed. In the function `attempt` counts from 0, and the listener of giving up hears only the last error. For N calls say N - 1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent cockatiel@3.2.1
cat > look.mjs <<'JS'
import { ConstantBackoff, handleAll, retry } from 'cockatiel'
for (const maxAttempts of [0, 1, 3]) {
  const calls = []
  const policy = retry(handleAll, { maxAttempts, backoff: new ConstantBackoff(1) })
  let gaveUp = 0
  policy.onGiveUp(() => (gaveUp += 1))
  const ended = await policy.execute(({ attempt }) => {
    calls.push(attempt)
    throw new Error('the platform is away')
  }).catch((error) => error.message)
  console.log(`maxAttempts ${maxAttempts}: called ${calls.length} times (attempt ${calls.join(', ')}), gave up ${gaveUp} time, "${ended}"`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
maxAttempts 0: called 1 times (attempt 0), gave up 1 time, "the platform is away"
maxAttempts 1: called 2 times (attempt 0, 1), gave up 1 time, "the platform is away"
maxAttempts 3: called 4 times (attempt 0, 1, 2, 3), gave up 1 time, "the platform is away"
TEXT
diff wanted seen && echo 'as stated'
