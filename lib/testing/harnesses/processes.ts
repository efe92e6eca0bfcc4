import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'

/** A script of lib/testing in a process of its own, with the environment of this test. */
export class TestProcess {
  private readonly child: ChildProcess
  private readonly lines: Interface
  private readonly said: AsyncIterator<string>

  constructor(script: string, env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
    })
    this.lines = createInterface({ input: this.child.stdout! })
    this.said = this.lines[Symbol.asyncIterator]()
  }

  /** The next line; null when the process ended before it said one. */
  async receive<T>(): Promise<T | null> {
    const { value, done } = await this.said.next()
    return done ? null : (JSON.parse(String(value)) as T)
  }

  async send<T>(order: unknown): Promise<T | null> {
    this.child.stdin!.write(`${JSON.stringify(order)}\n`, () => undefined)
    return this.receive<T>()
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.stdin!.end()
    await ended
  }
}
