import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import reduced from './shopee-spec.json'

/** Path of a field ('response.order_list[].order_sn') to its types ('string', 'object[]|null'). */
export type FieldTypes = Record<string, string>
type Parameter = { name: string; type?: string; children?: Parameter[] | null }
type Described = {
  api_name: string
  params: { response_params?: Parameter[] | null }
  response_sample?: { value: unknown }[] | null
}

/** The platform's own descriptions stand beside the checkout, where they stand at all. */
export const specFolder = join(process.cwd(), '..', 'shared', 'shopee-api', 'spec')

const envelope: FieldTypes = {
  error: 'string',
  message: 'string',
  request_id: 'string',
  response: 'object',
  warning: 'string|string[]|object[]|null',
}

/** Arrays, although the description makes objects of them. */
const netFeeLists = (income: string): FieldTypes => ({
  [`${income}.net_commission_fee_info_list`]: 'object[]',
  [`${income}.net_commission_fee_info_list[].rule_id`]: 'float',
  [`${income}.net_commission_fee_info_list[].fee_amount`]: 'float',
  [`${income}.net_commission_fee_info_list[].rule_display_name`]: 'string',
  [`${income}.net_service_fee_info_list`]: 'object[]',
  [`${income}.net_service_fee_info_list[].rule_id`]: 'float',
  [`${income}.net_service_fee_info_list[].fee_amount`]: 'float',
  [`${income}.net_service_fee_info_list[].rule_display_name`]: 'string',
  [`${income}.net_service_fee_info_list[].category`]: 'string',
})

/** Fields of real answers that neither description nor sample has (facts.md 2.3, 4.3 and 6). */
const measured: Record<string, FieldTypes> = {
  'order.get_order_detail': {
    'response.order_list[].item_list[].product_location_id': 'string[]',
    'response.order_list[].buyer_cpf_id': 'null',
    'response.order_list[].dropshipper': 'null',
    'response.order_list[].dropshipper_phone': 'null',
    'response.order_list[].invoice_data': 'null',
    'response.order_list[].pay_time': 'null',
    'response.order_list[].actual_shipping_fee': 'null',
    'response.order_list[].payment_info': 'null',
    'response.order_list[].package_list[].group_shipment_id': 'null',
  },
  // Its children of an item are printed beside the list; the sample shows where they stand, but not all of them.
  'product.get_item_base_info': {
    'response.item_list[].stock_info_v2.seller_stock[].if_saleable': 'boolean',
    ...Object.fromEntries(
      ['pis', 'cofins', 'icms_cst', 'pis_cofins_cst', 'federal_state_taxes', 'operation_type', 'ex_tipi', 'fci_num']
        .concat('recopi_num', 'additional_info', 'export_cfop')
        .map((name) => [`response.item_list[].tax_info.${name}`, 'string']),
    ),
  },
  'order.get_buyer_invoice_info': { 'invoice_info_list[].invoice_detail': 'null' },
  'payment.get_escrow_detail': {
    ...netFeeLists('response.order_income'),
  },
  'payment.get_escrow_detail_batch': {
    response: 'object[]',
    // From the sample of a partial failure, which stands apart from the others.
    escrow_detail_list: 'object[]',
    'escrow_detail_list[].escrow_detail': 'object',
    'escrow_detail_list[].escrow_detail.order_sn': 'string',
    'escrow_detail_list[].escrow_detail.return_order_sn_list': 'string[]',
    'escrow_detail_list[].fail_error': 'string',
    'escrow_detail_list[].fail_message': 'string',
    ...netFeeLists('response[].escrow_detail.order_income'),
    // Said to be a number; a list of words by its own text and by the same field of one order.
    'response[].escrow_detail.order_income.seller_voucher_code': 'string[]',
  },
}

function addType(fields: FieldTypes, path: string, types: string): void {
  const all = new Set([...(fields[path]?.split('|') ?? []), ...types.split('|')])
  fields[path] = [...all].sort().join('|')
}

const numberTypes = /^(u?int(32|64)?|float|timestamp)$/

/** The type of a sampled value in the descriptions' words; numbers keep the described type when it is one. */
function typeOfSample(value: unknown, described: string | undefined): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    if (value.length === 0) return described?.split('|').find((type) => type.endsWith('[]')) ?? 'object[]'
    return `${typeOfSample(value[0], described?.replace('[]', ''))}[]`
  }
  if (typeof value === 'number') return described?.split('|').find((type) => numberTypes.test(type)) ?? 'float'
  return typeof value
}

function addDescribed(fields: FieldTypes, parameters: Parameter[] | null | undefined, parent: string): void {
  for (const { name, type = 'string', children } of parameters ?? []) {
    const path = `${parent}${name.trim()}`
    addType(fields, path, type)
    addDescribed(fields, children, type.endsWith('[]') ? `${path}[].` : `${path}.`)
  }
}

function addSampled(fields: FieldTypes, value: unknown, parent: string): void {
  if (Array.isArray(value)) return value.forEach((element) => addSampled(fields, element, parent))
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    const path = `${parent}${name}`
    addType(fields, path, typeOfSample(child, fields[path]))
    addSampled(fields, child, Array.isArray(child) ? `${path}[].` : `${path}.`)
  }
}

/** Samples are a part of the description, malformed as some are: those count as absent. */
function parseSample(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value.replace(/^\s*\{\s*\{/, '{'))
  } catch {
    return null
  }
}

export function reduceSpec(spec: Described): FieldTypes {
  const fields: FieldTypes = {}
  addDescribed(fields, spec.params.response_params, '')
  for (const { value } of spec.response_sample ?? []) addSampled(fields, parseSample(value), '')
  return Object.fromEntries(Object.entries(fields).filter(([path]) => !(path in envelope) || path === 'response'))
}

/** 'order.get_order_list' to its fields, from the full descriptions. */
export function reduceFullSpec(): Record<string, FieldTypes> {
  const files = readdirSync(specFolder).filter((file) => /^v2\..*\.json$/.test(file))
  const specs = files.map((file) => JSON.parse(readFileSync(join(specFolder, file), 'utf8')) as Described)
  return Object.fromEntries(specs.map((spec) => [spec.api_name.replace(/^v2\./, ''), reduceSpec(spec)]))
}

const isInteger = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type.endsWith('[]')) return Array.isArray(value) && value.every((element) => hasType(element, type.slice(0, -2)))
  if (type === 'int32') return isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (type === 'uint64') return isInteger(value) && Number(value) >= 0
  if (/^(int|int64|timestamp)$/.test(type)) return isInteger(value)
  if (type === 'float') return typeof value === 'number' || typeof value === 'bigint'
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

const pathInside = (path: string, value: unknown) => (Array.isArray(value) ? `${path}[].` : `${path}.`)

function listProblemsInside(fields: FieldTypes, value: unknown, parent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => listProblemsInside(fields, element, parent))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const path = `${parent}${name}`
    const types = fields[path]
    if (!types) return [`${path} is not described`]
    if (!types.split('|').some((type) => hasType(child, type)))
      return [`${path} should be ${types}, is ${JSON.stringify(child, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`]
    return listProblemsInside(fields, child, pathInside(path, child))
  })
}

export type DescribedEndpoint = keyof typeof reduced

export const isDescribed = (endpoint: string): endpoint is DescribedEndpoint => Object.hasOwn(reduced, endpoint)

/**
 * Where an answer's names or types leave the platform's description; [] when nowhere. `answer` is the parsed body,
 * with 64-bit numbers as bigint if they were kept. Absent fields are allowed: nearly all of them are conditional.
 */
export function listSpecProblems(endpoint: DescribedEndpoint, answer: unknown): string[] {
  const fields: FieldTypes = { ...envelope }
  for (const source of [reduced[endpoint] as FieldTypes, measured[endpoint] ?? {}])
    for (const [path, types] of Object.entries(source)) addType(fields, path, types)
  return [...new Set(listProblemsInside(fields, answer, ''))]
}
