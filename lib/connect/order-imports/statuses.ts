import { foldText } from '@/lib/core/text/fold-text'

/** How far the platform has brought an order; an export never moves it to a lower stage. */
export const stages = { unpaid: 0, toShip: 1, shipped: 2, delivered: 3, completed: 4, cancelled: 9 } as const

export type ExportStatus = {
  status: 'pending' | 'confirmed' | 'shipped' | 'delivered' | 'cancelled'
  stage: number
  /** The platform's own status in Portuguese, in any language of the export; an unknown word as it stands. */
  platformStatus: string
}

/** The times of an order's events, from its row; null where it did not happen, or is unknown. */
export type Happened = Record<'paidAt' | 'shippedAt' | 'deliveredAt' | 'completedAt' | 'cancelledAt', number | null>

const unpaid: ExportStatus = { status: 'pending', stage: stages.unpaid, platformStatus: 'Não pago' }
const toShip: ExportStatus = { status: 'confirmed', stage: stages.toShip, platformStatus: 'A Enviar' }
const shipped: ExportStatus = { status: 'shipped', stage: stages.shipped, platformStatus: 'Enviado' }
const delivered: ExportStatus = { status: 'delivered', stage: stages.delivered, platformStatus: 'Entregue' }
const received: ExportStatus = { status: 'delivered', stage: stages.delivered, platformStatus: 'Pedido Recebido' }
const completed: ExportStatus = { status: 'delivered', stage: stages.completed, platformStatus: 'Concluído' }
const cancelled: ExportStatus = { status: 'cancelled', stage: stages.cancelled, platformStatus: 'Cancelado' }

const byName = new Map<string, ExportStatus>([
  ['nao pago', unpaid],
  ['unpaid', unpaid],
  ['a enviar', toShip],
  ['to ship', toShip],
  ['para enviar', toShip],
  ['aguardando envio', toShip],
  ['aguardando coleta', toShip],
  ['ready to ship', toShip],
  ['em transito', shipped],
  ['a caminho', shipped],
  ['aguardando pagamento', unpaid],
  ['enviado', shipped],
  ['shipping', shipped],
  ['shipped', shipped],
  // As the API calls them, in lists that other programs make of its answers.
  ['processed', toShip],
  ['retry ship', toShip],
  ['to confirm receive', delivered],
  ['entregue', delivered],
  ['delivered', delivered],
  ['pedido recebido', received],
  ['order received', received],
  ['concluido', completed],
  ['completed', completed],
  ['cancelado', cancelled],
  ['cancelled', cancelled],
  ['canceled', cancelled],
])

// "The buyer may ask for a return until …": delivered, with the term for a return still open. It is not a return.
const returnTerm =
  /^o comprador pode (?:pedir|solicitar) (?:uma |a )?devolucao|\bbuyer (?:can|may)\b.*\breturn\b.*\buntil\b/
const untilDay = /(\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})/

/** As the platform writes them in Portuguese: most rows say one of these, and need no other reading. */
const byWord = new Map([...byName.values()].map((known) => [known.platformStatus, known]))

/** Words with more behind them: who cancelled, or what comes next. */
const byBeginning: [RegExp, ExportStatus][] = [
  [/^cancel(ad[oa]s?|led|ed) (por|pel[oa]|automat|by|devido)/, cancelled],
  [
    /^(a enviar|to ship)\b.*\b(process|prepar|impress|program)|^(processado|processed|pront[oa] para (o )?envio)$/,
    toShip,
  ],
  [/^(nao entregue|a receber|to receive|saiu para entrega|em rota|aguardando retirada)\b/, shipped],
]

/** The singular masculine of a status: 'Concluída' and 'Concluídos' equal 'Concluído'. */
const masculine = (name: string) => name.replace(/(?:as?|os)$/, 'o').replace(/es$/, 'e')

export function readStatus(text: string): ExportStatus | null {
  const written = byWord.get(text)
  if (written) return written
  const name = foldText(text)
    .replace(/[\s_]+/g, ' ')
    .trim()
  const known = byName.get(name) ?? byName.get(masculine(name))
  if (known) return known
  const begun = byBeginning.find(([words]) => words.test(name))?.[1]
  if (begun) return begun
  if (!returnTerm.test(name)) return null
  const until = untilDay.exec(text)?.[1]
  return {
    ...delivered,
    platformStatus: `O comprador pode pedir uma devolução${until ? ` até ${until}` : ''}`,
  }
}

const wordChars = 100

/** An order with an unknown status has the state of its own moments, and no further. */
export function unknownStatus(word: string, happened: Happened): ExportStatus {
  const { status, stage } = reached(happened)
  return { status, stage, platformStatus: word.slice(0, wordChars) }
}

function reached({ paidAt, shippedAt, deliveredAt, completedAt, cancelledAt }: Happened): ExportStatus {
  if (cancelledAt !== null) return cancelled
  if (completedAt !== null) return completed
  if (deliveredAt !== null) return delivered
  if (shippedAt !== null) return shipped
  return paidAt === null ? unpaid : toShip
}
