type Stub = (...given: never[]) => unknown
type Stubs = Record<string, Stub>
const page = globalThis as { mascateStubs?: Stubs }

/**
 * What a component's test puts in the place of Next's navigation (`useRouter` and the like) and of a server's actions, by name.
 * It holds until the file ends. Unlike a replaced module it needs no process of its own.
 */
export const stubPage = (stubs: Stubs) => Object.assign((page.mascateStubs ??= {}), stubs)

export const clearStubs = () => void (page.mascateStubs = {})

/**
 * What stands for `name` in this file.
 * @public The transform of vitest.config.mts calls it.
 */
export function stubOf(name: string): Stub {
  const stub = page.mascateStubs?.[name]
  if (!stub) throw new Error(`${name} needs Next or its server: give the test one by stubPage`)
  return stub
}
