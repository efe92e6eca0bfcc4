#!/bin/sh
# @brazilian-utils/brazilian-utils 2.4.0, the newest: a CNPJ with letters, as the Receita Federal gives since July 2026, loses them without an error.
# formatCnpj makes of 12ABC34501DE35 (the Receita's own example) "12.345.013/5" and parseCnpj "123450135", a text of nine digits that some
# program then stores or compares; two companies whose numbers differ in their letters alone become one. isValidCnpj says false. The new form is there, but as
# an option for each call: { version: 2 }, which takes both forms, so that nothing speaks against it as the only one in use.
# cpf-cnpj-validator 2.1.2 has it the other way round: it reads both, and its generate(), which tests use, now gives letters unless asked
# not to: a column or a pattern of digits, which an older version of it satisfied, refuses what it makes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @brazilian-utils/brazilian-utils@2.4.0 cpf-cnpj-validator@2.1.2
cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { formatCnpj, parseCnpj, isValidCnpj } = require('@brazilian-utils/brazilian-utils')
const { cnpj } = require('cpf-cnpj-validator')
for (const number of ['12ABC34501DE35', '11222333000181'])
  for (const options of [undefined, { version: 2 }])
    console.log(
      `${number} ${JSON.stringify(options ?? {})}: format ${formatCnpj(number, options)}, parse ${parseCnpj(number, options)},`,
      `valid ${isValidCnpj(formatCnpj(number, { version: 2 }), options)}`,
    )
console.log(`the other library: format ${cnpj.format('12ABC34501DE35')}, valid ${cnpj.isValid('12ABC34501DE35')}`)
const made = Array.from({ length: 50 }, () => cnpj.generate())
console.log(`of 50 generated numbers only digits: ${made.filter((one) => /^\d{14}$/.test(one)).length}`)
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
12ABC34501DE35 {}: format 12.345.013/5, parse 123450135, valid false
12ABC34501DE35 {"version":2}: format 12.ABC.345/01DE-35, parse 12ABC34501DE35, valid true
11222333000181 {}: format 11.222.333/0001-81, parse 11222333000181, valid true
11222333000181 {"version":2}: format 11.222.333/0001-81, parse 11222333000181, valid true
the other library: format 12.ABC.345/01DE-35, valid true
of 50 generated numbers only digits: 0
TXT
diff wanted seen && echo 'as stated'
