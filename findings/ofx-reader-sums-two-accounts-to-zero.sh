#!/bin/sh
# One valid OFX 1.0.2 statement, as banks write it, and three readers from npm, each the newest: two of them fail where a bank's file is most ordinary.
# ofx-data-extractor 1.5.0 sums a file with two accounts (each in a STMTTRNRS of its own) to 0 without an error: its summary swallows
# the SyntaxError that the list of entries raises. A month without entries raises a TypeError there in place of an empty list. With lines
# that end in CR LF, which OFX 1 files have, the days of the period keep their carriage return and stay unformatted; those of the entries do not.
# node-ofx-parser 0.5.1 escapes what is escaped, three times in all: "A &amp; B LTDA" comes out as "A &amp;amp;amp; B LTDA", so that
# a payee is found neither by its name nor by the text of the file. ofx-js 1.1.1 reads all of it; there a second account turns an object into an array.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ofx-data-extractor@1.5.0 node-ofx-parser@0.5.1 ofx-js@1.1.1
cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { Ofx } = require('ofx-data-extractor')
const { parse } = require('ofx-js')
const old = require('node-ofx-parser')
const head = 'OFXHEADER:100 DATA:OFXSGML VERSION:102 SECURITY:NONE ENCODING:USASCII CHARSET:1252 COMPRESSION:NONE OLDFILEUID:NONE NEWFILEUID:NONE'
const entry = (id) =>
  ['<STMTTRN>', '<TRNTYPE>CREDIT', '<DTPOSTED>20261008120000[-3:BRT]', '<TRNAMT>10.00', `<FITID>${id}`, '<MEMO>A &amp; B LTDA', '</STMTTRN>']
const account = (number, entries) => [
  ...['<STMTTRNRS>', '<TRNUID>1', '<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>', '<STMTRS>', '<CURDEF>BRL', '<BANKACCTFROM>'],
  ...['<BANKID>0341', `<ACCTID>${number}`, '<ACCTTYPE>CHECKING', '</BANKACCTFROM>', '<BANKTRANLIST>', '<DTSTART>20261001', '<DTEND>20261031'],
  ...[...entries, '</BANKTRANLIST>', '<LEDGERBAL>', '<BALAMT>100.00', '<DTASOF>20261031', '</LEDGERBAL>', '</STMTRS>', '</STMTTRNRS>'],
]
const file = (accounts, end = '\n') => [...head.split(' '), '', '<OFX>', '<BANKMSGSRSV1>', ...accounts.flat(), '</BANKMSGSRSV1>', '</OFX>', ''].join(end)
const tried = (name, read) => {
  try {
    console.log(`${name}: ${JSON.stringify(read())}`)
  } catch (error) {
    console.log(`${name}: ${error.name}`)
  }
}
const summary = (text) => new Ofx(text).getTransactionsSummary()
const list = (text) => new Ofx(text).getBankTransferList().length
const month = account('1', [...entry('a'), ...entry('b')])
tried('one account', () => [summary(file([month])).credit, list(file([month]))])
tried('no entry', () => list(file([account('1', [])])))
const both = file([month, account('2', entry('c'))])
tried('two accounts, sum', () => summary(both).credit)
tried('two accounts, list', () => list(both))
tried('begins, LF and CR LF', () => [summary(file([month])).dateStart, summary(file([month], '\r\n')).dateStart])
tried('payee, node-ofx-parser', () => old.parse(both).OFX.BANKMSGSRSV1.STMTTRNRS[1].STMTRS.BANKTRANLIST.STMTTRN.MEMO)
const read = await parse(both)
tried('payee, ofx-js', () => read.OFX.BANKMSGSRSV1.STMTTRNRS[1].STMTRS.BANKTRANLIST.STMTTRN.MEMO)
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
one account: [20,2]
no entry: TypeError
two accounts, sum: 0
two accounts, list: SyntaxError
begins, LF and CR LF: ["2026-10-01","20261001\r"]
payee, node-ofx-parser: "A &amp;amp;amp; B LTDA"
payee, ofx-js: "A & B LTDA"
TXT
diff wanted seen && echo 'as stated'
