import { SaxesParser } from 'saxes'

export type Nfe = {
  accessKey: string
  number: string
  series: string
  issueDate: number | null
  totalCents: number
  productsCents: number
  cfop: string
  /** What SEFAZ said of it, when the file holds its protocol. */
  protocol: { status: string; reason: string } | null
}

/** Element names down to the text, without prefixes: 'total/ICMSTot/vNF'. */
function readTexts(xml: string): Map<string, string> | null {
  const texts = new Map<string, string>()
  const path: string[] = []
  let failed = false
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {
    failed = true
  })
  parser.on('opentag', (tag) => {
    path.push(tag.name.replace(/^.*:/, ''))
    const id = tag.attributes.Id
    if (path.at(-1) === 'infNFe' && typeof id === 'string') texts.set('infNFe/@Id', id)
  })
  parser.on('text', (text) => {
    const at = path.slice(-3).join('/')
    if (text.trim() && !texts.has(at)) texts.set(at, text.trim())
  })
  parser.on('closetag', () => {
    path.pop()
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return failed ? null : texts
}

const cents = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,13}\.\d{2}$/.test(text) ? Math.round(Number(text) * 100) : null

/** null for what is no NF-e at all; whether its key and amounts hold is for the caller to judge. */
export function readNfe(xml: string): Nfe | null {
  const texts = readTexts(xml)
  const accessKey = texts?.get('infNFe/@Id')?.replace(/^NFe/, '')
  const totalCents = cents(texts?.get('total/ICMSTot/vNF'))
  if (!texts || accessKey === undefined || totalCents === null) return null
  const issued = Date.parse(texts.get('infNFe/ide/dhEmi') ?? '')
  const status = texts.get('protNFe/infProt/cStat')
  return {
    accessKey,
    number: texts.get('infNFe/ide/nNF') ?? '',
    series: texts.get('infNFe/ide/serie') ?? '',
    issueDate: Number.isNaN(issued) ? null : Math.floor(issued / 1000),
    totalCents,
    productsCents: cents(texts.get('total/ICMSTot/vProd')) ?? totalCents,
    cfop: texts.get('det/prod/CFOP') ?? '',
    protocol: status === undefined ? null : { status, reason: texts.get('protNFe/infProt/xMotivo') ?? '' },
  }
}
