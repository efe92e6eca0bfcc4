import type { SampleItem, SampleOrder } from './order-export'

/** The same orders for the same seed, however many are taken. */
export function* sampleOrders(count: number, seed = 1): Generator<SampleOrder> {
  const random = randomFrom(seed)
  const pick = (limit: number) => Math.floor(random() * limit)
  for (let index = 0; index < count; index += 1) yield sampleOrder(index, pick)
}

const statuses = ['Concluído', 'Concluído', 'Concluído', 'Enviado', 'A Enviar', 'Cancelado', 'Não pago']
const states = ['São Paulo', 'Minas Gerais', 'Bahia', 'Rio de Janeiro', 'Roraima']
const firstDay = Date.UTC(2025, 0, 1)
const minuteMs = 60_000

function sampleOrder(index: number, pick: (limit: number) => number): SampleOrder {
  const status = statuses[pick(statuses.length)] ?? 'Concluído'
  // The wall clock as written; no daylight saving in these years.
  const placed = firstDay + index * 7 * minuteMs
  const later = (minutes: number) => new Date(placed + minutes * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
  const items = Array.from({ length: 1 + (pick(12) === 0 ? pick(3) + 1 : 0) }, (): SampleItem => {
    const product = pick(3000)
    return {
      sku: `SKU-${String(product).padStart(5, '0')}`,
      title: `Produto de amostra ${product}`,
      ...(product % 5 === 0 && { variation: product % 10 === 0 ? 'Azul' : 'Vermelho' }),
      quantity: pick(10) === 0 ? 2 + pick(3) : 1,
      priceCents: 990 + ((product * 7919) % 30_000),
      discountCents: product % 3 === 0 ? 500 : 0,
    }
  })
  const revenue = items.reduce((total, { priceCents, quantity }) => total + priceCents * quantity, 0)
  const units = items.reduce((total, { quantity }) => total + quantity, 0)
  const charged = status !== 'Cancelado' && status !== 'Não pago'
  const sent = status === 'Concluído' || status === 'Enviado'
  return {
    code: `25${String(index).padStart(6, '0')}${(pick(36 ** 4) + 36 ** 4).toString(36).toUpperCase().slice(1)}XY`,
    status,
    placed: later(0),
    items,
    shipBy: later(4 * 1440),
    voucherCents: pick(20) === 0 ? 300 : 0,
    freightCents: 800 + pick(3000),
    ...(status !== 'Não pago' && { paid: later(12) }),
    ...(sent && { shipped: later(1440), tracking: `BR${pick(1e9)}` }),
    ...(status === 'Concluído' && { delivered: later(5 * 1440), completed: later(12 * 1440) }),
    ...(status === 'Cancelado' && { cancelled: later(600) }),
    ...(charged && {
      commissionCents: Math.floor(revenue * 0.14),
      serviceCents: 400 * units + Math.floor(revenue * 0.02),
      // A commercial action gives some of the fees back.
      ...(index % 7 === 0 && { commissionBackCents: Math.floor(revenue * 0.04), serviceBackCents: 150 * units }),
    }),
    buyer: {
      username: `comprador_${pick(40_000)}`,
      name: `Pessoa ${pick(40_000)}`,
      phone: `55119${pick(1e8)}`,
      city: 'Campinas',
      state: states[pick(states.length)] ?? 'São Paulo',
    },
  }
}

/** A small seeded generator (mulberry32): tests print the seed, not the orders. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
