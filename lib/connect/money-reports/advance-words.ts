import { foldHeading } from '@/lib/core/sheets/heading-names'

/** The list's words for where an advance stands. */
const statuses = [
  'Antecipação paga',
  'Totalmente pago',
  'Antecipação parcialmente reembolsada',
  'Antecipação totalmente reembolsada',
  'Em aberto',
  'Pago',
  'Parcialmente pago',
  'Pendente',
  'Cancelado',
  'Antecipação cancelada',
  'Vencido',
].map(foldHeading)

/** The same in other words: whole or in part, of the advance or of the money. */
const likeThem =
  /^(antecipac\w+ )?((total|parcial)mente )?(pag[oa]|reembolsad[oa]|quitad[oa]|atrasad[oa])( (total|parcial)mente)?$/

export const isKnownAdvanceStatus = (status: string): boolean =>
  statuses.includes(foldHeading(status)) || likeThem.test(foldHeading(status))
