import { SaxesParser } from 'saxes'

export type Nfe = {
  accessKey: string
  number: string
  series: string
  issueDate: number | null
  totalCents: number
  productsCents: number
  cfop: string
  /** SEFAZ's answer, when the file holds its protocol. */
  protocol: { status: string; reason: string } | null
}

const roots = ['infNFe', 'infDCe']

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
    if (roots.includes(path.at(-1)!) && typeof id === 'string') texts.set(`${path.at(-1)}/@Id`, id)
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

/**
 * An NF-e, or a DC-e, which who is no taxpayer of ICMS declares instead (Ajuste SINIEF 05/2021). null for what is neither; whether its
 * key and amounts hold is for the caller to judge.
 */
export function readNfe(xml: string): Nfe | null {
  const texts = readTexts(xml)
  if (!texts) return null
  const isDce = texts.has('infDCe/@Id')
  const root = isDce ? 'infDCe' : 'infNFe'
  const accessKey = texts.get(`${root}/@Id`)?.replace(/^(NFe|DCe)/, '')
  const totalCents = cents(texts.get(isDce ? 'infDCe/total/vDC' : 'total/ICMSTot/vNF'))
  if (accessKey === undefined || totalCents === null) return null
  const issued = Date.parse(texts.get(`${root}/ide/dhEmi`) ?? '')
  const protocol = isDce ? 'protDCe/infProt' : 'protNFe/infProt'
  const status = texts.get(`${protocol}/cStat`)
  return {
    accessKey,
    number: texts.get(isDce ? 'infDCe/ide/nDC' : 'infNFe/ide/nNF') ?? '',
    series: texts.get(`${root}/ide/serie`) ?? '',
    issueDate: Number.isNaN(issued) ? null : Math.floor(issued / 1000),
    totalCents,
    productsCents: cents(texts.get('total/ICMSTot/vProd')) ?? totalCents,
    cfop: texts.get('det/prod/CFOP') ?? '',
    protocol: status === undefined ? null : { status, reason: texts.get(`${protocol}/xMotivo`) ?? '' },
  }
}
