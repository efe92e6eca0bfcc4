/** The warning about the backups for the operator, or nothing. */
export function findWarning(product: {
  data: { folder: string; secrets: Record<string, string> }
  port: number
  isPublic: boolean
}): Promise<string | null>
