import { newAccessKey } from '@/lib/sandbox/invoices/access-key'

const money = (cents: number) => (cents / 100).toFixed(2)

export type NfeLine = {
  code: string
  quantity: string
  goodsCents: number
  unit?: string
  ean?: string
  title?: string
  ipiCents?: number
  stCents?: number
  freightCents?: number
  discountCents?: number
}
type SupplierNfe = {
  to: string
  lines: NfeLine[]
  supplier?: string
  number?: number
  /** For the whole invoice, where the lines do not state it. */
  freightCents?: number
  instalments?: { dueOn: string; cents: number }[]
  status?: string
  accessKey?: string
}

const supplierCnpj = '11222333000181'
const sum = (lines: NfeLine[], field: 'goodsCents' | 'ipiCents' | 'stCents' | 'freightCents' | 'discountCents') =>
  lines.reduce((total, line) => total + (line[field] ?? 0), 0)

/** An authorized NF-e of layout 4.00 that a supplier issued. */
export function supplierNfe({
  to,
  lines,
  number = 4321,
  instalments = [],
  status = '100',
  ...rest
}: SupplierNfe): string {
  const cnpj = rest.supplier ?? supplierCnpj
  const key = rest.accessKey ?? newAccessKey({ cnpj, number, now: Date.parse('2026-11-10') / 1000 })
  const freight = rest.freightCents ?? sum(lines, 'freightCents')
  const [goods, ipi, st] = [sum(lines, 'goodsCents'), sum(lines, 'ipiCents'), sum(lines, 'stCents')]
  const discount = sum(lines, 'discountCents')
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${key}" versao="4.00">
<ide><cUF>35</cUF><natOp>Venda</natOp><mod>55</mod><serie>1</serie><nNF>${number}</nNF><dhEmi>2026-11-10T10:00:00-03:00</dhEmi></ide>
<emit><CNPJ>${cnpj}</CNPJ><xNome>Distribuidora Teste &amp; Filhos</xNome><enderEmit><fone>1133334444</fone></enderEmit></emit>
<dest><CNPJ>${to}</CNPJ><xNome>Compradora</xNome></dest>
${lines.map(lineXml).join('\n')}
<total><ICMSTot><vProd>${money(goods)}</vProd><vFrete>${money(freight)}</vFrete><vDesc>${money(discount)}</vDesc><vIPI>${money(ipi)}</vIPI>
<vST>${money(st)}</vST><vNF>${money(goods + freight + ipi + st - discount)}</vNF></ICMSTot></total>
<cobr><fat><nFat>1</nFat></fat>${instalments
    .map(
      ({ dueOn, cents }, i) => `<dup><nDup>00${i + 1}</nDup><dVenc>${dueOn}</dVenc><vDup>${money(cents)}</vDup></dup>`,
    )
    .join('')}</cobr></infNFe></NFe>
<protNFe><infProt><chNFe>${key}</chNFe><cStat>${status}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>`
}

const lineXml = (line: NfeLine, index: number) => `<det nItem="${index + 1}"><prod><cProd>${line.code}</cProd>
<cEAN>${line.ean ?? 'SEM GTIN'}</cEAN><xProd>${line.title ?? line.code}</xProd><uCom>${line.unit ?? 'UN'}</uCom><qCom>${line.quantity}</qCom>
<vProd>${money(line.goodsCents)}</vProd>${line.freightCents ? `<vFrete>${money(line.freightCents)}</vFrete>` : ''}${
  line.discountCents ? `<vDesc>${money(line.discountCents)}</vDesc>` : ''
}<indTot>1</indTot></prod><imposto><ICMS><ICMS10><orig>0</orig>${
  line.stCents ? `<vICMSST>${money(line.stCents)}</vICMSST>` : ''
}</ICMS10></ICMS><IPI><IPITrib>${line.ipiCents ? `<vIPI>${money(line.ipiCents)}</vIPI>` : ''}</IPITrib></IPI></imposto></det>`
