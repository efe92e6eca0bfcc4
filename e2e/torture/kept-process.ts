import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchmarkEnvironment, root } from '../bench/product'

const AGAIN_AFTER_MS = 500

/** A program of the product beside the supervised one, started again whenever it ends, as systemd keeps a service. */
export class KeptProcess {
  private child: ChildProcess
  private isStopping = false
  private folder = root

  constructor(
    private readonly args: string[],
    private env: NodeJS.ProcessEnv,
    private readonly log: string,
  ) {
    this.child = this.start()
  }

  get pid(): number {
    return this.child.pid!
  }

  /** Asks it to end, or kills it, and says how it ended; it is started again. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }> {
    const since = performance.now()
    const ended = once(this.child, 'exit') as Promise<[number | null]>
    this.child.kill(signal)
    const [code] = await ended
    return { code, ms: performance.now() - since }
  }

  /** Goes on as the program of that checkout. */
  async moveTo(folder: string): Promise<void> {
    this.folder = folder
    await this.end('SIGTERM')
  }

  /** Goes on with that environment, of which a process reads its keys when it starts. */
  async changeTo(env: Record<string, string>): Promise<void> {
    this.env = withOurs(env)
    await this.end('SIGTERM')
  }

  async stop(): Promise<void> {
    this.isStopping = true
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    const late = setTimeout(() => this.child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(late)
  }

  private start(): ChildProcess {
    // With the channel it ends when this process does, however that comes about.
    const preload = ['--require', join(root, 'scripts/exit-with-parent.cjs')]
    const child = spawn(process.execPath, [...preload, ...this.args], {
      cwd: this.folder,
      env: { ...this.env, MASCATE_SUPERVISOR: String(process.pid) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => appendFileSync(this.log, chunk))
    child.on('exit', () => {
      if (!this.isStopping) setTimeout(() => this.isStopping || (this.child = this.start()), AGAIN_AFTER_MS)
    })
    return child
  }
}

const withOurs = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...benchmarkEnvironment(),
  ...env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
})

/** The built app at that port. */
export const keepWeb = (port: number, env: Record<string, string>, log: string) => {
  const next = [join(root, 'node_modules/next/dist/bin/next'), 'start', '-p', String(port), '-H', '127.0.0.1']
  return new KeptProcess(next, withOurs(env), log)
}

export const keepWorker = (env: Record<string, string>, log: string) =>
  new KeptProcess(['--conditions=react-server', '--import', 'tsx', 'lib/worker/worker.ts'], withOurs(env), log)
