import { reais } from '../payment/escrow-answer'
import { hasModels, type Item, type ModelRow } from './items'

/** The location that the platform names for a shop without warehouses of its own. */
export const LOCATION = 'BRZ'

export const imageUrl = (imageId: string) => `https://cf.shopee.com.br/file/${imageId}`

const kilograms = (grams: number) => String(grams / 1000)

export function priceInfo(model: ModelRow) {
  const original = reais(model.original_price_cents)
  const current = reais(model.promotion_price_cents ?? model.original_price_cents)
  return {
    currency: 'BRL',
    original_price: original,
    current_price: current,
    inflated_price_of_original_price: original,
    inflated_price_of_current_price: current,
  }
}

/** A promotion's reserve is a part of the seller's stock, not beside it. */
function stockInfo(models: ModelRow[], shopeeStockAsText: boolean) {
  const sum = (of: (model: ModelRow) => number) => models.reduce((all, model) => all + of(model), 0)
  const shopeeStock = sum((model) => model.shopee_stock)
  return {
    summary_info: {
      total_reserved_stock: sum((model) => model.reserved_stock),
      total_available_stock: sum((model) => model.stock) + shopeeStock,
    },
    seller_stock: [{ location_id: LOCATION, stock: sum((model) => model.stock), if_saleable: true }],
    shopee_stock:
      shopeeStock > 0 ? [{ location_id: 'BRFSP1', stock: shopeeStockAsText ? String(shopeeStock) : shopeeStock }] : [],
  }
}

const images = (ids: string[]) => ({
  image_url_list: ids.map(imageUrl),
  image_id_list: ids,
  image_ratio: '1:1',
})

const TAX_FIELDS = ['ncm', 'same_state_cfop', 'diff_state_cfop', 'csosn', 'origin', 'cest', 'measure_unit', 'pis',
  'cofins', 'icms_cst', 'pis_cofins_cst', 'federal_state_taxes', 'operation_type', 'ex_tipi', 'fci_num', 'recopi_num',
  'additional_info', 'export_cfop'] // prettier-ignore

/** An item with models shows neither its price nor, of all that is per model, more than sums: get_model_list does. */
export function itemBaseInfo(item: Item, flags: { taxInfo: boolean; complaintPolicy: boolean }) {
  const withModels = hasModels(item)
  return {
    item_id: item.item_id,
    category_id: item.category_id,
    item_name: item.name,
    description: item.description,
    item_sku: item.sku,
    create_time: item.create_time,
    update_time: item.update_time,
    attribute_list: item.details.attribute_list ?? [],
    ...(!withModels && { price_info: item.models.map(priceInfo) }),
    ...(!withModels && { stock_info_v2: stockInfo(item.models, false) }),
    image: images(item.image_ids),
    weight: kilograms(item.weight_grams),
    dimension: dimension(item),
    logistic_info: item.details.logistic_info ?? [],
    pre_order: { is_pre_order: item.pre_order, days_to_ship: item.days_to_ship },
    ...(item.details.wholesales !== undefined && { wholesales: item.details.wholesales }),
    condition: item.condition,
    size_chart: '',
    item_status: item.status,
    // Described as boolean, sent as text.
    deboost: String(item.deboost),
    has_model: withModels,
    has_promotion: item.models.some((model) => model.promotion_id !== null),
    brand: item.details.brand ?? { brand_id: 0, original_brand_name: 'NoBrand' },
    item_dangerous: 0,
    ...(!withModels && { gtin_code: item.gtin_code }),
    description_type: 'normal',
    is_fulfillment_by_shopee: !withModels && item.fulfilled_by_shopee,
    tag: { kit: item.kit },
    ...(flags.taxInfo && { tax_info: taxInfo(item) }),
    ...(flags.complaintPolicy && { complaint_policy: {} }),
  }
}

function taxInfo(item: Item) {
  const given = (item.details.tax_info ?? {}) as Record<string, unknown>
  const known = TAX_FIELDS.filter((name) => name !== 'same_state_cfop')
  return Object.fromEntries(known.map((name) => [name, given[name] ?? '']))
}

const dimension = (item: Item) => ({
  package_length: item.length_cm,
  package_width: item.width_cm,
  package_height: item.height_cm,
})

export function modelList(item: Item) {
  return {
    tier_variation: item.tier_variation.map(({ name, option_list: options }) => ({
      name,
      option_list: options.map(({ option, image }) => ({
        option,
        ...(image && { image: { image_id: image.image_id, image_url: imageUrl(image.image_id) } }),
      })),
    })),
    model: hasModels(item) ? item.models.map((model) => modelAnswer(item, model)) : [],
    standardise_tier_variation: item.tier_variation.map(({ name, option_list: options }) => ({
      variation_id: 0,
      variation_name: name,
      variation_group_id: 0,
      variation_option_list: options.map(({ option, image }) => ({
        variation_option_id: 0,
        variation_option_name: option,
        ...(image && { image_id: image.image_id, image_url: imageUrl(image.image_id) }),
      })),
    })),
  }
}

function modelAnswer(item: Item, model: ModelRow) {
  return {
    model_id: model.model_id,
    tier_index: model.tier_index,
    model_sku: model.sku,
    model_status: 'MODEL_NORMAL',
    price_info: [priceInfo(model)],
    ...(model.promotion_id !== null && { promotion_id: BigInt(model.promotion_id) }),
    has_promotion: model.promotion_id !== null,
    pre_order: { is_pre_order: item.pre_order, days_to_ship: item.days_to_ship },
    stock_info_v2: stockInfo([model], true),
    gtin_code: model.gtin_code,
    weight: kilograms(model.weight_grams ?? item.weight_grams),
    dimension: dimension(item),
    is_fulfillment_by_shopee: item.fulfilled_by_shopee,
  }
}
