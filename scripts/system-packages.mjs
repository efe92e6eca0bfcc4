import { spawnSync } from 'node:child_process'
import { runStep } from './steps.mjs'

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Whether apt-get was there and needed no questions. Throws where it was and failed. */
export async function installPackage(name) {
  const isRoot = process.getuid?.() === 0
  if (!succeeds('apt-get', ['--version']) || !(isRoot || succeeds('sudo', ['-n', 'true']))) return false
  const aptGet = (...args) => (isRoot ? ['apt-get', args] : ['sudo', ['-n', 'apt-get', ...args]])
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runStep('looking up system packages', ...aptGet('update'), { env })
  await runStep(`installing ${name}`, ...aptGet('install', '-y', '--no-install-recommends', name), { env })
  return true
}

/** For the one test that needs it, which is left out where it cannot be had. */
export async function tryForPgBouncer() {
  if (succeeds('pgbouncer', ['--version'])) return
  await installPackage('pgbouncer').catch((error) => console.log(`Without PgBouncer: ${error.message.split('\n')[0]}`))
}
