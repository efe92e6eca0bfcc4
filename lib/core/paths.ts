/** Pages that several areas link to; an area keeps the paths that it alone uses. */
export const mappingPath = '/dashboard/minha-empresa/mapeamento-produtos'
/** The company's result: its profit. */
export const resultPath = '/dashboard/minha-empresa/painel'
export const moneyFilesPath = '/dashboard/shopee-reconciliation/arquivos'

/** The first values of a new expense, when another page opens its form. */
type ExpenseStart = { description: string; cents: bigint; dueOn: string | null }

/** The form of a new expense with these values in it. */
export const newExpensePath = ({ description, cents, dueOn }: ExpenseStart): string =>
  `/dashboard/expenses?${new URLSearchParams({ new: '1', title: description, amount: String(cents), ...(dueOn && { due: dueOn }) }).toString()}`
