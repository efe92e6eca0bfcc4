type Product = { data: { folder: string; secrets: Record<string, string> }; port: number; isPublic: boolean }

/** Says what is wrong with the backups of a running product, when it begins and when it ends. Never throws. */
export function watchBackups(
  watch: Partial<Product> & {
    isStopping: () => boolean
    say: (line: string) => void
    find?: (product: Partial<Product>) => Promise<string | null | undefined>
    everyMs?: number
  },
): Promise<void>

/** The warning about the backups for the operator, or nothing. */
export function findWarning(product: Product): Promise<string | null>
