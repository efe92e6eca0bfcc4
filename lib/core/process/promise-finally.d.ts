/** The callback of `finally` may return a promise, which it waits for; TypeScript's own library says less. */
interface Promise<T> {
  finally(onFinally?: (() => PromiseLike<unknown>) | null): Promise<T>
}
