import type { ErrorCode } from '@/lib/core/errors'
import { decodeXml, isCompressed, walkXml } from '@/lib/core/sheets/walk-xml'
import { centsOf, takenStatuses } from '@/lib/core/invoice-xml'
import { findAccessKey, isAccessKey, readAccessKey } from '@/lib/core/access-key'

export type InvoiceFile = {
  kind: 'nfe' | 'dce'
  format: 'xml' | 'pdf'
  accessKey: string | null
  number: string | null
  series: string | null
  issuedAt: Date | null
  totalCents: bigint | null
  /** Possible order codes of a marketplace, in the file or its name. */
  orderCodes: string[]
  /** SEFAZ's word where the file holds its protocol and it is a refusal. */
  refusal: string | null
}
export type InvoiceRead = { ok: true; invoice: InvoiceFile } | { ok: false; error: ErrorCode }

/** Shopee's: six digits of the day, then eight letters or digits. */
const orderCodePattern = /(?<![0-9A-Z])\d{6}[0-9A-Z]{8}(?![0-9A-Z])/g
/** Where issuers write the order: its own field, the notes for the buyer or the tax office, free fields. */
const orderPlaces = ['xPed', 'infCpl', 'infAdFisco', 'xTexto', 'xCampo', 'infAdProd']
const longestTextChars = 100_000

export const findOrderCodes = (text: string): string[] => [
  ...new Set([...text.toUpperCase().matchAll(orderCodePattern)].map(([code]) => code)),
]

/** The content of a file; it is believed no further than that. */
export function readInvoiceFile(fileName: string, bytes: Buffer): InvoiceRead {
  if (bytes.length === 0) return { ok: false, error: 'invoiceFileEmpty' }
  if (isCompressed(bytes)) return { ok: false, error: 'invoiceFileZip' }
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return { ok: true, invoice: readPdf(fileName) }
  const text = decodeXml(bytes)
  if (!text.startsWith('<')) return { ok: false, error: 'invoiceFileUnknown' }
  return readXml(fileName, text)
}

/** Only the name of a PDF is read: it is a picture for people. */
function readPdf(fileName: string): InvoiceFile {
  const accessKey = findAccessKey(fileName)
  const known = accessKey ? readAccessKey(accessKey) : null
  return {
    kind: known?.model === '99' ? 'dce' : 'nfe',
    format: 'pdf',
    accessKey,
    number: known?.number ?? null,
    series: known?.series ?? null,
    issuedAt: null,
    totalCents: null,
    orderCodes: findOrderCodes(fileName),
    refusal: null,
  }
}

/** `count`: how many invoices the file has. */
type Texts = {
  byPath: Map<string, string>
  orderText: string
  id: string | null
  root: 'infNFe' | 'infDCe' | null
  count: number
}

function readXml(fileName: string, text: string): InvoiceRead {
  const result = parse(text)
  if (result === 'unsafe') return { ok: false, error: 'invoiceFileUnsafe' }
  if (result === null || result.root === null) return { ok: false, error: 'invoiceFileUnknown' }
  const accessKey = result.id?.replace(/^(NFe|DCe)/, '') ?? ''
  if (!isAccessKey(accessKey)) return { ok: false, error: 'invoiceKeyWrong' }
  if (result.count > 1) return { ok: false, error: 'invoiceFileSeveral' }
  const at = (path: string) => result.byPath.get(path)
  // tpAmb 2 is a trial run; tpNF 0 is the issuer's own entry, finNFe 2 to 6 corrects another invoice or sends goods back.
  if ([at('ide/tpAmb'), at('infProt/tpAmb')].includes('2')) return { ok: false, error: 'invoiceTrial' }
  if (at('ide/tpNF') === '0' || !['1', undefined].includes(at('ide/finNFe')))
    return { ok: false, error: 'invoiceNotSale' }
  const status = at('infProt/cStat')
  const own = readAccessKey(accessKey)
  return {
    ok: true,
    invoice: {
      kind: result.root === 'infDCe' ? 'dce' : 'nfe',
      format: 'xml',
      accessKey,
      number: at('ide/nNF') ?? at('ide/nDC') ?? own.number,
      series: at('ide/serie') ?? own.series,
      issuedAt: instantOf(at('ide/dhEmi')),
      totalCents: centsOf(at('ICMSTot/vNF') ?? at('total/vDC') ?? ''),
      orderCodes: [...new Set([...findOrderCodes(result.orderText), ...findOrderCodes(fileName)])],
      refusal:
        status !== undefined && !takenStatuses.includes(status)
          ? `${status}: ${at('infProt/xMotivo') ?? ''}`.trim()
          : null,
    },
  }
}

function parse(xml: string): Texts | 'unsafe' | null {
  const texts: Texts = { byPath: new Map(), orderText: '', id: null, root: null, count: 0 }
  const walk = walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'infNFe' || name === 'infDCe') texts.count += 1
      if (texts.root === null && (name === 'infNFe' || name === 'infDCe')) {
        texts.root = name
        texts.id = attributes.Id ?? null
      }
    },
    text: (text, path) => {
      const place = path.slice(-2).join('/')
      const trimmed = text.trim()
      if (trimmed && !texts.byPath.has(place)) texts.byPath.set(place, trimmed.slice(0, longestTextChars))
      if (orderPlaces.includes(path.at(-1) ?? '') && texts.orderText.length < longestTextChars)
        texts.orderText += ` ${trimmed}`
    },
  })
  if (walk === 'unsafe') return 'unsafe'
  return walk === 'whole' ? texts : null
}

/** JavaScript knows years that the database does not. */
function instantOf(text: string | undefined): Date | null {
  const instant = new Date(text ?? '')
  const year = instant.getUTCFullYear()
  return year >= 2000 && year < 2200 ? instant : null
}
