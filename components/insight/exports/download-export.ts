export const downloadAddress = (exportId: string) => `/api/exports/${exportId}`
