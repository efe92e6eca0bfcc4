type Channel = {
  id: number
  name: string
  /** As orders and packages name it; channels of the seller's own or immediate delivery carry a service code. */
  carrier: string
  pickup: readonly string[] | null
  dropoff: readonly string[] | null
  nonIntegrated: readonly string[] | null
  /** Orders stay READY_TO_SHIP after they were arranged (sellers' notes, 2026). */
  staysReady?: boolean
  serviceType?: string
}

/** Brazil's, as far as they are known (facts.md 2.6); 90001 stands for Shopee Xpress. */
export const channels: readonly Channel[] = [
  {
    id: 90001,
    name: 'Shopee Xpress',
    carrier: 'Shopee Xpress',
    pickup: ['address_id', 'pickup_time_id'],
    dropoff: [],
    nonIntegrated: null,
  },
  { id: 90022, name: 'Entrega Direta', carrier: 'Entrega Direta', pickup: null, dropoff: [], nonIntegrated: null },
  {
    id: 90021,
    name: 'Logística do Vendedor',
    carrier: 'Logística do Vendedor - S2044',
    pickup: null,
    dropoff: null,
    nonIntegrated: ['tracking_no'],
    staysReady: true,
  },
  {
    id: 90025,
    name: 'Entrega Turbo',
    carrier: 'Entrega Turbo - M1020',
    pickup: ['address_id'],
    dropoff: null,
    nonIntegrated: null,
    serviceType: 'instant',
  },
  {
    id: 90026,
    name: 'Entrega Instantânea',
    carrier: 'Entrega Instantânea - M1026',
    pickup: ['address_id'],
    dropoff: null,
    nonIntegrated: null,
    serviceType: 'instant',
    staysReady: true,
  },
]

export const DEFAULT_CHANNEL = 90001

/** The default one for a channel that has gone. */
export const channelOf = (id: number): Channel => channels.find((channel) => channel.id === id) ?? channels[0]!
