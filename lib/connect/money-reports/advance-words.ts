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

export const isKnownAdvanceStatus = (status: string): boolean => statuses.includes(foldHeading(status))
