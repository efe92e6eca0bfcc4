type Channel = {
  id: number
  name: string
  /** As orders and packages name it; channels of the seller's own or immediate delivery carry a service code. */
  carrier: string
  pickup: readonly string[] | null
  dropoff: readonly string[] | null
  nonIntegrated: readonly string[] | null
  isSellerLogistics?: boolean
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
    isSellerLogistics: true,
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

export const channelAnswer = (channel: Channel) => ({
  logistics_channel_id: channel.id,
  logistics_channel_name: channel.name,
  cod_enabled: false,
  enabled: true,
  fee_type: 'SIZE_INPUT',
  size_list: [],
  weight_limit: { item_max_weight: 30, item_min_weight: 0 },
  item_max_dimension: { height: 100, width: 100, length: 100, unit: 'cm', dimension_sum: 200 },
  volume_limit: { item_max_volume: 0, item_min_volume: 0 },
  logistics_description: '',
  force_enable: channel.id === DEFAULT_CHANNEL,
  mask_channel_id: 0,
  block_seller_cover_shipping_fee: false,
  support_cross_border: false,
  seller_logistic_has_configuration: channel.isSellerLogistics ? true : null,
  logistics_capability: { seller_logistics: channel.isSellerLogistics ?? false },
  preprint: false,
  service_type_identifier: channel.serviceType ?? 'standard',
  support_pause: false,
  compulsory_channel: channel.id === DEFAULT_CHANNEL,
})
