/** What an operator should know of the backups, or nothing. */
export function findWarning(product: {
  data: { folder: string; secrets: Record<string, string> }
  port: number
  isPublic: boolean
}): Promise<string | null>
