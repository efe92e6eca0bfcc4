import { isDay } from '@/lib/core/dates'
import { isAccessKey, readAccessKey } from '@/lib/core/access-key'
import type { ErrorCode } from '@/lib/core/errors'
import { maxMoneyCents, plainDecimal } from '@/lib/core/money'
import { bareDocument, isCnpj, isCpf } from '@/lib/identity/settings/documents'
import { centsOf, plainNumber, takenStatuses } from '@/lib/core/invoice-xml'
import { isPlainText } from '@/lib/core/text/text'
import { decodeXml, isCompressed, walkXml } from '@/lib/core/sheets/walk-xml'
import { settleShares, type InvoiceContent, type InvoiceLine } from './invoice-content'

export type PurchaseInvoiceFile = {
  accessKey: string
  number: string
  series: string
  issuedOn: string
  /** Whom it names as the buyer: CNPJ or CPF. */
  addressedTo: string | null
  content: InvoiceContent
}
export type PurchaseInvoiceRead =
  | { ok: true; invoice: PurchaseInvoiceFile }
  | { ok: false; error: ErrorCode; values?: Record<string, string | number> }

/** The layout's own limit of lines. Source: NF-e 4.00, group H. */
const mostLines = 990
const mostInstalments = 120
/** So many names say what another document is. */
const mostRoots = 30
/** Issued by the tax office for somebody without means of their own: the key holds the office's CNPJ. Source: MOC 7.0, series. */
const isOfTheOffice = (series: string) => Number(series) >= 890 && Number(series) <= 899
/** From then on an invoice's goods contain the new taxes, and its grand total is what is owed. */
const grandTotalSince = '2027-01-01'
/** Given away, and samples: they are goods that came, and nothing is owed for them. */
const gifts = ['5910', '6910', '5911', '6911']

const refused = (error: ErrorCode): PurchaseInvoiceRead => ({ ok: false, error })

/** The content of a supplier's NF-e of model 55; it is believed no further than that. */
export function readPurchaseInvoice(bytes: Buffer): PurchaseInvoiceRead {
  if (bytes.length === 0) return refused('invoiceFileEmpty')
  if (isCompressed(bytes)) return refused('invoiceFileZip')
  const text = decodeXml(bytes)
  if (!text.startsWith('<')) return refused('invoiceFileUnknown')
  const result = collect(text)
  if (result === 'unsafe') return refused('invoiceFileUnsafe')
  if (result === null) return refused('invoiceFileUnknown')
  if (result.isFreight) return freightOf(result.head)
  if (result.id === null) return refused(otherDocument(result.roots) ?? 'invoiceFileUnknown')
  if (result.count > 1) return refused('invoiceFileSeveral')
  const accessKey = result.id.replace(/^NFe/, '')
  if (!isAccessKey(accessKey)) return refused('invoiceKeyWrong')
  const key = readAccessKey(accessKey)
  if (key.model !== '55') return refused(key.model === '65' ? 'purchaseInvoiceConsumer' : 'invoiceFileUnknown')
  const at = (path: string) => result.head.get(path)
  // Without the protocol of SEFAZ, or with that of another invoice, it may never have been issued.
  const status = at('infProt/cStat')
  if (status === undefined || at('infProt/chNFe') !== accessKey) return refused('purchaseInvoiceUnproven')
  if (!takenStatuses.includes(status)) return refused('purchaseInvoiceRefused')
  // Said by the invoice and by who authorized it: tpAmb 2 is a trial run, without fiscal value.
  if ([at('ide/tpAmb'), at('infProt/tpAmb')].some((environment) => environment === '2'))
    return refused('purchaseInvoiceTrial')
  // tpNF 0 is the issuer's own entry, finNFe 2 to 4 corrects another invoice or sends goods back: neither sells us anything.
  if (at('ide/tpNF') === '0' || !['1', undefined].includes(at('ide/finNFe'))) return refused('purchaseInvoiceNotSale')
  const document = bareDocument(at('emit/CNPJ') ?? at('emit/CPF') ?? '')
  if (!isCnpj(document) && !isCpf(document)) return refused('purchaseInvoiceSupplier')
  // The key names its issuer: a file that says otherwise was put together.
  if (isCnpj(document) && accessKey.slice(6, 20) !== document && !isOfTheOffice(key.series))
    return refused('purchaseInvoiceSupplier')
  // dEmi: layouts before 3.10.
  const issuedOn = (at('ide/dhEmi') ?? at('ide/dEmi') ?? '').slice(0, 10)
  const content = contentOf(result, document, issuedOn)
  if (!content || !isDay(issuedOn)) return refused('invoiceFileUnknown')
  const addressedTo = bareDocument(at('dest/CNPJ') ?? at('dest/CPF') ?? '') || null
  return { ok: true, invoice: { accessKey, number: key.number, series: key.series, issuedOn, addressedTo, content } }
}

type Group = Map<string, string>
/** `isFreight`: a CT-e, which bills the carrying of goods. `count`: how many invoices the file has. `roots`: the first names in the document, down to its first texts. */
type ParsedInvoice = {
  id: string | null
  count: number
  isFreight: boolean
  roots: string[]
  head: Group
  lines: Group[]
  instalments: Group[]
}

/** Whose freight it is and what it comes to, where the document says so. */
function freightOf(head: Group): PurchaseInvoiceRead {
  const [number, carrier] = [clean(head.get('ide/nCT'), 20), clean(head.get('emit/xNome'), 120)]
  const cents = centsOf(head.get('vPrest/vTPrest') ?? head.get('total/vTPrest') ?? '')
  if (!number || !carrier || cents === null) return refused('purchaseInvoiceFreight')
  const issuedOn = (head.get('ide/dhEmi') ?? '').slice(0, 10)
  const values = { number, carrier, amount: plainDecimal(cents), ...(isDay(issuedOn) && { issuedOn }) }
  return { ok: false, error: 'purchaseInvoiceFreightOf', values }
}

/** Documents that are no invoice: an event of one, its summary, or an invoice of services. */
function otherDocument(roots: readonly string[]): ErrorCode | null {
  const has = (name: RegExp) => roots.some((root) => name.test(root))
  if (has(/^(procEventoNFe|evento|envEvento|retEnvEvento)$/))
    return has(/^evCancNFe$|^tpEvento 11011[12]$/) ? 'purchaseInvoiceCancelled' : 'purchaseInvoiceEvent'
  if (has(/^res(umo)?NFe$/i)) return 'purchaseInvoiceSummary'
  return has(/^(Comp|Inf|inf|Consultar\w*|Lista)?N[Ff][Ss][Ee]/) ? 'purchaseInvoiceService' : null
}

const groups = { det: 'lines', dup: 'instalments' } as const

function collect(xml: string): ParsedInvoice | 'unsafe' | null {
  const orderMatches: ParsedInvoice = {
    id: null,
    count: 0,
    isFreight: false,
    roots: [],
    head: new Map(),
    lines: [],
    instalments: [],
  }
  let group: Group | null = null
  const walk = walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'infNFe' && orderMatches.id === null) orderMatches.id = attributes.Id ?? ''
      if (name === 'infNFe') orderMatches.count += 1
      if (name === 'infCte') orderMatches.isFreight = true
      if (orderMatches.roots.length < mostRoots) orderMatches.roots.push(name)
      if (name === 'det' || name === 'dup') {
        group = new Map()
        const kept = orderMatches[groups[name]]
        if (kept.length < (name === 'det' ? mostLines + 1 : mostInstalments + 1)) kept.push(group)
      }
    },
    text: (text, path) => {
      const trimmed = text.trim()
      const place = path.slice(-2).join('/')
      if (path.at(-1) === 'tpEvento') orderMatches.roots.push(`tpEvento ${trimmed.slice(0, 10)}`)
      const into = group ?? orderMatches.head
      if (trimmed && !into.has(place)) into.set(place, trimmed.slice(0, 1000))
      // One part of the payment may be none, and the others be owed.
      else if (place === 'detPag/tPag' && trimmed !== into.get(place)) into.set(place, 'several')
    },
    close: (name) => {
      if (name === 'det' || name === 'dup') group = null
    },
  })
  if (walk === 'unsafe') return 'unsafe'
  return walk === 'whole' ? orderMatches : null
}

const isSound = (cents: bigint | null) => cents !== null && cents >= 0n && cents <= maxMoneyCents

const clean = (text: string | undefined, max: number) => {
  const plain = (text ?? '').slice(0, max).trim()
  return isPlainText(plain) ? plain : ''
}

function contentOf(
  { head, lines, instalments }: ParsedInvoice,
  document: string,
  issuedOn: string,
): InvoiceContent | null {
  const services = lines.filter(isService)
  const goods = lines.filter((line) => !isService(line))
  if (goods.length === 0 || lines.length > mostLines || instalments.length > mostInstalments) return null
  const total = (...names: string[]) => sumOf(head, 'ICMSTot', names)
  const grand = issuedOn >= grandTotalSince && head.has('total/vNFTot') ? sumOf(head, 'total', ['vNFTot']) : null
  const totals = {
    goodsCents: total('vProd'),
    freightCents: total('vFrete', 'vSeg'),
    ipiCents: total('vIPI'),
    stCents: total('vST', 'vFCPST', 'vICMSMonoReten'),
    otherCents: plus(total('vOutro', 'vII', 'vIPIDevol'), ...goods.map(addedTax)),
    discountCents: plus(total('vDesc', 'vICMSDeson'), ...goods.map((line) => negative(reliefKept(line)))),
    totalCents: grand ?? total('vNF'),
  }
  const read = goods.map(lineOf)
  // A due day may be left out; what is written there and is no day is as good as none.
  const due = instalments.map((group) => ({
    dueOn: dayOf(group.get('dup/dVenc') ?? ''),
    amountCents: sumOf(group, 'dup', ['vDup']),
  }))
  const served = services.map((group) => ({
    title: clean(group.get('prod/xProd'), 255) || clean(group.get('prod/cProd'), 60),
    amountCents: plus(sumOf(group, 'prod', ['vProd', 'vOutro']), negative(sumOf(group, 'prod', ['vDesc']))),
  }))
  // How it is paid is not what came: instalments that cannot be read are none, and all of it is owed.
  const readable = due.every(({ amountCents }) => isSound(amountCents)) ? due : []
  const name = clean(head.get('emit/xNome'), 120)
  const amounts = [...Object.values(totals), ...served.map(({ amountCents }) => amountCents)]
  const sound = amounts.every(isSound)
  if (!sound || !name || read.some((line) => line === null)) return null
  const content = settleShares({
    supplier: { document, name, phone: clean(head.get('enderEmit/fone'), 20) || null },
    totals: totals as InvoiceContent['totals'],
    instalments: readable as InvoiceContent['instalments'],
    lines: read as InvoiceLine[],
    services: served as InvoiceContent['services'],
    // tPag 90: without payment.
    owesNothing: head.get('detPag/tPag') === '90' && instalments.length === 0,
  })
  const sum = content.lines.reduce((before, { goodsCents }) => before + goodsCents, 0n)
  const withServices = content.services.reduce((before, { amountCents }) => before + amountCents, sum)
  if (sum === content.totals.goodsCents) return content
  // Some issuers count services among the goods as well.
  return withServices === content.totals.goodsCents
    ? { ...content, totals: { ...content.totals, goodsCents: sum } }
    : null
}

/** The layout's day, or one as people write it. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const written = year ? `${year}-${month}-${day}` : text
  return isDay(written) ? written : null
}

const isService = (group: Group) => [...group.keys()].some((place) => place.startsWith('ISSQN/'))
const plus = (...amounts: (bigint | null)[]): bigint | null =>
  amounts.reduce<bigint | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0n)
const negative = (cents: bigint | null) => (cents === null ? null : -cents)

/** Relief of ICMS that is listed and not deducted: indDeduzDeson 0. Without that mark it is deducted. */
const reliefOf = (group: Group) => taxOf(group, ['vICMSDeson'])
const isReliefKept = (group: Group) =>
  [...group].some(([place, text]) => place.endsWith('/indDeduzDeson') && text === '0')
const reliefKept = (group: Group) => (isReliefKept(group) ? reliefOf(group) : 0n)

/** PIS and COFINS of substitution, where the line says that they are part of the invoice's total. */
const addedTax = (group: Group): bigint | null =>
  plus(
    group.get('PISST/indSomaPISST') === '1' ? sumOf(group, 'PISST', ['vPIS']) : 0n,
    group.get('COFINSST/indSomaCOFINSST') === '1' ? sumOf(group, 'COFINSST', ['vCOFINS']) : 0n,
  )

function lineOf(group: Group): InvoiceLine | null {
  const product = (name: string) => group.get(`prod/${name}`)
  const sum = (parent: string, names: string[]) => sumOf(group, parent, names)
  const quantity = plainNumber(product('qCom') ?? '')
  // A supplier's program may leave its own code out: the article's, or its name, is the same at the next invoice.
  const code =
    clean(product('cProd'), 60) || clean(product('cEAN'), 60).replace(/^SEM GTIN$/i, '') || clean(product('xProd'), 60)
  const ean = product('cEAN') ?? ''
  // An item outside the total (a gift, a composition) is goods of no value.
  const counts = (product('indTot') ?? '1') === '1'
  const goodsCents = counts ? sum('prod', ['vProd']) : 0n
  const amounts = {
    freightCents: sum('prod', ['vFrete', 'vSeg']),
    otherCents: plus(sum('prod', ['vOutro']), addedTax(group)),
    discountCents: plus(sum('prod', ['vDesc']), isReliefKept(group) ? 0n : reliefOf(group)),
    ipiCents: sum('IPITrib', ['vIPI']),
    stCents: taxOf(group, ['vICMSST', 'vFCPST', 'vICMSMonoReten']),
  }
  const known = goodsCents !== null && Object.values(amounts).every((amount) => amount !== null)
  if (!known || !code || !/^\d{1,11}(\.\d{1,10})?$/.test(quantity) || Number(quantity) <= 0) return null
  return {
    code,
    // Noughts stand where an article has no number: two such articles are not the same one.
    ean: /^(?=\d*[1-9])\d{8,14}$/.test(ean) ? ean : null,
    title: clean(product('xProd'), 255) || code,
    unit: clean(product('uCom'), 6),
    quantity,
    goodsCents,
    isGift: gifts.includes(product('CFOP') ?? ''),
    ...(amounts as { [Name in keyof typeof amounts]: bigint }),
  }
}

/** Stands in ICMS10, ICMS30, ICMS70 and others, each of another name. */
function taxOf(group: Group, names: string[]): bigint | null {
  let sum = 0n
  for (const [place, text] of group) {
    if (!names.includes(place.split('/')[1] ?? '')) continue
    const amount = centsOf(text)
    if (amount === null) return null
    sum += amount
  }
  return sum
}

function sumOf(group: Group, parent: string, names: string[]): bigint | null {
  let sum = 0n
  for (const name of names) {
    const amount = centsOf(group.get(`${parent}/${name}`) ?? '0.00')
    if (amount === null) return null
    sum += amount
  }
  return sum
}
