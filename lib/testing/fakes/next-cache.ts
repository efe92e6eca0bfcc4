// Stands in for next/cache in integration tests, where nothing is cached between requests.
export const revalidatePath = () => {}
export const revalidateTag = () => {}
export const refresh = () => {}
export const unstable_cache = <T>(run: T): T => run
export const unstable_noStore = () => {}
