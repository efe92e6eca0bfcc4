/** Names in Portuguese as the seller sees them; the numbers are this sandbox's own. */
export const CATEGORIES = [
  { id: 100010, parent: 0, name: 'Casa e Decoração' },
  { id: 100011, parent: 100010, name: 'Organização' },
  { id: 100012, parent: 100010, name: 'Cozinha' },
  { id: 100013, parent: 100010, name: 'Cama, Mesa e Banho' },
  { id: 100014, parent: 0, name: 'Celulares e Dispositivos' },
  { id: 100015, parent: 100014, name: 'Acessórios' },
  { id: 100016, parent: 0, name: 'Moda' },
  { id: 100017, parent: 100016, name: 'Roupas' },
  { id: 100018, parent: 100016, name: 'Acessórios de Moda' },
  { id: 100019, parent: 0, name: 'Beleza' },
  { id: 100020, parent: 100019, name: 'Cuidados com a Pele' },
  { id: 100021, parent: 0, name: 'Ferramentas e Construção' },
  { id: 100022, parent: 100021, name: 'Ferramentas' },
  { id: 100023, parent: 0, name: 'Animais Domésticos' },
  { id: 100024, parent: 100023, name: 'Cães' },
] as const

export const LEAF_CATEGORIES: number[] = CATEGORIES.filter(({ parent }) => parent !== 0).map(({ id }) => id)

export const ATTRIBUTES = [
  { id: 100134, name: 'Material', mandatory: false, values: ['Plástico', 'Metal', 'Madeira', 'Tecido', 'Vidro'] },
  { id: 100037, name: 'País de Origem', mandatory: true, values: ['Brasil', 'China'] },
] as const

/** The ranges that get_item_limit tells and that update_price, update_stock and add_item hold to. */
export const ITEM_LIMITS = {
  price_limit: { min_limit: 1, max_limit: 500000 },
  wholesale_price_threshold_percentage: { min_limit: 30, max_limit: 100 },
  stock_limit: { min_limit: 0, max_limit: 9999999 },
  item_name_length_limit: { min_limit: 10, max_limit: 120 },
  item_image_count_limit: { min_limit: 1, max_limit: 9 },
  item_description_length_limit: { min_limit: 10, max_limit: 5000 },
  tier_variation_name_length_limit: { min_limit: 1, max_limit: 14 },
  tier_variation_option_length_limit: { min_limit: 1, max_limit: 20 },
  item_count_limit: { max_limit: 10000 },
  extended_description_limit: {
    description_text_length_min: 10,
    description_text_length_max: 5000,
    description_image_num_min: 0,
    description_image_num_max: 12,
    description_image_width_min: 700,
    description_image_height_min: 350,
    description_image_aspect_ratio_min: 0.5,
    description_image_aspect_ratio_max: 32,
  },
  dts_limit: { days_to_ship_limit: { min_limit: 7, max_limit: 15 }, non_pre_order_days_to_ship: 2 },
  weight_limit: { weight_mandatory: true },
  dimension_limit: { dimension_mandatory: true },
  size_chart_limit: { size_chart_mandatory: false, support_image_size_chart: true, support_template_size_chart: false },
}
