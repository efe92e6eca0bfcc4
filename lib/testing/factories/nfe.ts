import { newAccessKey } from '@/lib/sandbox/invoices/access-key'

const money = (cents: number) => (cents / 100).toFixed(2)

type Invoice = {
  totalCents: number
  number?: number
  accessKey?: string
  protocol?: { status: string; reason: string }
  issuedAt?: Date
}

/** An authorized NF-e of model 55, as an issuer hands it to the seller. */
export function nfeXml({ totalCents, number = 1234, issuedAt = new Date(), ...rest }: Invoice): string {
  const key = rest.accessKey ?? newAccessKey({ cnpj: '11222333000181', number, now: issuedAt.getTime() / 1000 })
  const { status, reason } = rest.protocol ?? { status: '100', reason: 'Autorizado o uso da NF-e' }
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${key}" versao="4.00">
<ide><cUF>35</cUF><natOp>Venda</natOp><mod>55</mod><serie>1</serie><nNF>${number}</nNF>
<dhEmi>${issuedAt.toISOString()}</dhEmi></ide>
<emit><CNPJ>11222333000181</CNPJ><xNome>Loja de teste</xNome></emit>
<det nItem="1"><prod><cProd>1</cProd><xProd>Produto</xProd><CFOP>5102</CFOP><vProd>${money(totalCents)}</vProd></prod></det>
<total><ICMSTot><vProd>${money(totalCents)}</vProd><vNF>${money(totalCents)}</vNF></ICMSTot></total></infNFe></NFe>
<protNFe><infProt><chNFe>${key}</chNFe><cStat>${status}</cStat><xMotivo>${reason}</xMotivo></infProt></protNFe></nfeProc>`
}

/** A DC-e of model 99, as a person without a company hands it over. */
export function dceXml({ totalCents, number = 1234, issuedAt = new Date(), ...rest }: Invoice): string {
  const now = issuedAt.getTime() / 1000
  const key = rest.accessKey ?? newAccessKey({ cnpj: '52998224725', number, model: '99', now })
  const { status, reason } = rest.protocol ?? { status: '100', reason: 'Autorizado o uso da DC-e' }
  return `<?xml version="1.0" encoding="UTF-8"?>
<dceProc xmlns="http://www.portalfiscal.inf.br/dce" versao="1.00"><DCe><infDCe Id="DCe${key}" versao="1.00">
<ide><cUF>35</cUF><mod>99</mod><serie>1</serie><nDC>${number}</nDC><dhEmi>${issuedAt.toISOString()}</dhEmi></ide>
<emit><CPF>52998224725</CPF><xNome>Pessoa de teste</xNome></emit>
<det nItem="1"><prod><xProd>Produto</xProd><vProd>${money(totalCents)}</vProd></prod></det>
<total><vDC>${money(totalCents)}</vDC></total></infDCe></DCe>
<protDCe><infProt><chDCe>${key}</chDCe><cStat>${status}</cStat><xMotivo>${reason}</xMotivo></infProt></protDCe></dceProc>`
}
