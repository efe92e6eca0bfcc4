/** Answers as the platform publishes them, shortened to what matters; odd types are the platform's own. */
export const orderSample = {
  actual_shipping_fee_confirmed: true,
  buyer_cancel_reason: '',
  buyer_cpf_id: null,
  buyer_user_id: 1170319091,
  buyer_username: 'xt4fdsf96j',
  cod: true,
  create_time: 1712601591,
  currency: 'VND',
  days_to_ship: 2,
  dropshipper: null,
  estimated_shipping_fee: 5000,
  fulfillment_flag: 'fulfilled_by_local_seller',
  invoice_data: null,
  item_list: [
    {
      add_on_deal: false,
      image_info: { image_url: 'https://cf.shopee.vn/file/vn-11134207' },
      item_id: 23620853561,
      item_name: 'Kem nở ngực',
      item_sku: '',
      model_discounted_price: 48000,
      model_id: 221404189791,
      model_name: '60g（Papaya）',
      model_original_price: 300000,
      model_quantity_purchased: 1,
      model_sku: 'QAZ-SADOER-05',
      order_item_id: 23620853561,
      product_location_id: ['VN10XX2UZ'],
      promotion_id: 779222207758537,
      promotion_type: 'flash_sale',
      weight: 0.01,
    },
  ],
  note_update_time: 0,
  order_sn: '2404098R48U37H',
  order_status: 'COMPLETED',
  package_list: [
    {
      group_shipment_id: null,
      item_list: [
        { item_id: 23620853561, model_id: 221404189791, model_quantity: 1, product_location_id: 'VN10XX2UZ' },
      ],
      logistics_status: 'LOGISTICS_DELIVERY_DONE',
      package_number: 'OFG166300791210964',
      parcel_chargeable_weight_gram: 10,
      shipping_carrier: '5-Day Delivery (SPX)',
      logistics_channel_id: 18080,
    },
  ],
  pay_time: 1712817766,
  recipient_address: {
    city: 'Huyện Phước Long',
    full_address: 'Ấp******',
    name: 'P******n',
    phone: '******64',
    town: '',
  },
  region: 'VN',
  ship_by_date: 1712671200,
  shipping_carrier: 'Giao Hàng Nhanh',
  total_amount: 32119,
  update_time: 1713139948,
}

/** The batch sample whose parts close under the published formula. */
export const escrowSample = {
  order_sn: '2405017HD347PQ',
  buyer_user_name: 'ng_phuong48',
  return_order_sn_list: ['2405060KVC6EQB3'],
  order_income: {
    original_cost_of_goods_sold: 52600,
    seller_return_refund: -28900,
    buyer_paid_shipping_fee: 2000,
    shopee_shipping_rebate: 15000,
    seller_transaction_fee: 848,
    service_fee: 2133,
    escrow_amount: 37719,
    instalment_plan: 'N/A',
    items: [],
  },
}

const brazilian = (income: Record<string, unknown>) => ({ order_sn: 'X', order_income: income })

/** Two real orders of Brazilian shops: their terms, as odd as they came, and what was paid out. */
export const brazilianEscrows = [
  [
    brazilian({
      original_cost_of_goods_sold: '393.00',
      voucher_from_seller: 1.97,
      commission_fee: 46.92,
      service_fee: 33.82,
      shipping_seller_protection_fee_amount: 0.49,
      ads_escrow_top_up_fee_or_technical_support_fee: 7.82,
      buyer_paid_shipping_fee: 72.59,
      actual_shipping_fee: 112.59,
      shopee_shipping_rebate: '40',
      escrow_amount: 301.98,
      net_service_fee_info_list: [{ rule_id: 12, fee_amount: '33.82', rule_display_name: 'Taxa de serviço' }],
      seller_product_rebate: [],
      order_adjustment: [{ amount: -10, date: 1660123127, currency: 'BRL', adjustment_reason: 'logistic' }],
      total_adjustment_amount: -10,
      escrow_amount_after_adjustment: 291.98,
    }),
    30198n,
  ],
  [
    brazilian({
      original_cost_of_goods_sold: 49.9,
      commission_fee: 8.98,
      service_fee: 5,
      buyer_paid_shipping_fee: 6.3,
      actual_shipping_fee: 26.3,
      shopee_shipping_rebate: 20,
      escrow_amount: 35.92,
      net_commission_fee_info_list: { rule_id: 3, fee_amount: 8.98, rule_display_name: 'Comissão' },
      seller_product_rebate: null,
    }),
    3592n,
  ],
] as const

/** An event of each published code, with its subject. */
export const webhookEventSamples: [object, object][] = [
  [
    {
      data: {
        items: [],
        ordersn: '220810QSK8S7BX',
        status: 'PROCESSED',
        completed_scenario: '',
        update_time: 1660123127,
      },
      shop_id: 727720655,
      code: 3,
      timestamp: 1660123127,
    },
    {
      kind: 'orderStatus',
      orderSn: '220810QSK8S7BX',
      shopIds: ['727720655'],
      status: 'PROCESSED',
      happenedAt: new Date(1660123127000),
    },
  ],
  [
    {
      data: {
        ordersn: '220809MDBFYFT2',
        forder_id: '4965804244309504855',
        package_number: 'OFG113701539238152',
        tracking_no: 'BR222263688572VSPXLM71894',
      },
      shop_id: 296363855,
      code: 4,
      timestamp: 1660123089,
    },
    {
      kind: 'orderTracking',
      orderSn: '220809MDBFYFT2',
      trackingNumber: 'BR222263688572VSPXLM71894',
      packageNumber: 'OFG113701539238152',
    },
  ],
  [
    {
      data: { ordersn: '201118BCKPJQQ8', package_number: '2485710696837122445', status: 'READY' },
      shop_id: 296363855,
      code: 15,
      timestamp: 1660123089,
    },
    { kind: 'shippingDocument', packageNumber: '2485710696837122445', status: 'READY' },
  ],
  [
    {
      data: {
        order_sn: '241128EDQ9YKJ0',
        return_sn: '2411280EDT4JRV5',
        updated_values: [
          { update_field: 'return_status', old_value: 'JUDGING', new_value: 'PROCESSING', update_time: 1732796767 },
        ],
      },
      shop_id: 220004993,
      code: 29,
      timestamp: 1732796767,
    },
    {
      kind: 'returnUpdate',
      orderSn: '241128EDQ9YKJ0',
      returnSn: '2411280EDT4JRV5',
      happenedAt: new Date(1732796767000),
    },
  ],
  [
    {
      data: {
        shop_id: 1274495,
        item_id: 18614185187,
        variation_id: 87912785718,
        action: 'place_order',
        ordersn: '220810QXVJM3EX',
        update_time: 1660124246,
      },
      shop_id: 1274495,
      code: 8,
      timestamp: 1660124246,
    },
    { kind: 'reservedStock', itemId: '18614185187', modelId: '87912785718', shopIds: ['1274495'] },
  ],
  [
    {
      data: {
        authorize_type: 'shop authorization by user',
        extra: 'shop id 600000 (SG) has been authorized successfully',
        shop_id: 60011111,
        success: 1,
      },
      partner_id: 2000002,
      code: 1,
      timestamp: 1660616278,
    },
    { kind: 'shopAuthorized', shopIds: ['60011111'] },
  ],
  [
    {
      data: { authorize_type: 'expiry', shopid: 22000000, success: 1, extra: 'The authorization is expired.' },
      code: 2,
      partner_id: 800000,
      timestamp: 1653026985,
    },
    { kind: 'shopDeauthorized', shopIds: ['22000000'], authorizeType: 'expiry' },
  ],
  [
    {
      data: {
        authorize_type: 'user cancel shop authorization',
        success: 1,
        extra: 'shop id 600123 (BR) has cancelled',
      },
      code: 2,
      partner_id: 800000,
      timestamp: 1653026985,
    },
    { kind: 'shopDeauthorized', shopIds: ['600123'] },
  ],
  [
    {
      data: {
        merchant_expire_soon: [],
        shop_expire_soon: [1, 2],
        user_expire_soon: [],
        expire_before: 1653026985,
        page_no: 1,
        total_page: 1,
      },
      code: 12,
      partner_id: 1,
      timestamp: 1653026985,
    },
    { kind: 'authorizationExpiring', shopIds: ['1', '2'], expiresBefore: new Date(1653026985000) },
  ],
  [
    { data: '{"ordersn":"A","update_time":5}', shop_id: '7', code: '3', timestamp: '5' },
    { kind: 'orderStatus', orderSn: 'A', shopIds: ['7'] },
  ],
  [
    { data: {}, shop_id: 7, code: 77, timestamp: 5 },
    { kind: 'unknown', code: 77 },
  ],
]
