type Stub = (...given: never[]) => unknown
type Stubs = Record<string, Stub>
const page = globalThis as { mascateStubs?: Stubs }

/**
 * Replacements in a component's test for Next's navigation (`useRouter` and the like) and for a server's actions, by
 * name. They hold until the file ends. Unlike a replaced module they need no process of their own.
 */
export const stubPage = (stubs: Stubs) => Object.assign((page.mascateStubs ??= {}), stubs)

export const clearStubs = () => void (page.mascateStubs = {})

/**
 * The replacement of `name` in this file.
 * @public The transform of vitest.config.mts calls it.
 */
export function stubOf(name: string): Stub {
  const stub = page.mascateStubs?.[name]
  if (!stub) throw new Error(`${name} needs Next or its server: give the test one by stubPage`)
  return stub
}
