/** Pages that several areas link to; an area keeps the paths that it alone uses. */
export const mappingPath = '/dashboard/minha-empresa/mapeamento-produtos'
export const moneyFilesPath = '/dashboard/shopee-reconciliation/arquivos'
