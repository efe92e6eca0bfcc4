export const downloadAddress = (exportId: string) => `/api/exports/${exportId}`

/** Lets the browser fetch the file without leaving the page. */
export function downloadExport(exportId: string): void {
  const link = document.createElement('a')
  link.href = downloadAddress(exportId)
  link.download = ''
  link.click()
}
