export const reconciliationPath = '/dashboard/shopee-reconciliation'
export const casesPath = `${reconciliationPath}/casos`
export const recoveredPath = `${reconciliationPath}/recuperado`
export const casePath = (id: string) => `${casesPath}/${id}`

/** The rooms of the reconciliation, in the order of their tabs. All of them ask for reconciliation.read. */
export const reconciliationTabs = {
  list: reconciliationPath,
  cases: casesPath,
  recovered: recoveredPath,
  closing: `${reconciliationPath}/fechamento`,
  files: `${reconciliationPath}/arquivos`,
} as const satisfies Record<string, string>
export type ReconciliationTab = keyof typeof reconciliationTabs
