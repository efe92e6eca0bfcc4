import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { exportKinds } from '@/lib/core/exports/schema'
import { recordFile, writeFile, type FileKind } from '@/lib/core/files/store'
import { translatorOf } from '@/lib/core/i18n/translator'
import { newId } from '@/lib/core/ids'
import { connectDrive } from '@/lib/testing/samples/account-samples'
import { fillCompany } from '@/e2e/bench/fill'
import { readArchive, rowsOf } from '@/lib/testing/harnesses/archive-harness'
import { givePassword } from '@/lib/testing/samples/given-password'
import { testDatabaseName, testServer, withOwner } from '@/lib/testing/harnesses/database'
import { addExpense } from '@/lib/testing/harnesses/export-harness'
import { parseCsv } from '@/lib/testing/factories/exports'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { failedDelivery } from '@/lib/testing/samples/integration-samples'
import { addMovements, addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { exactly, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { UNREQUESTED } from './write-lists'

const SIZE = { orders: 300, products: 60, shops: 2, years: 1, seed: 1 }
const t = translatorOf('pt')

async function keep({ organizationId, owner }: TestOrganization, kind: FileKind, name: string, bytes: Buffer) {
  const file = await writeFile(organizationId, Readable.from([bytes]), 10_000_000)
  await withOrganization(owner, (db) => recordFile(db, owner, file, { kind, name }))
  return file.id
}

/** Records that are years old, over, or put aside: a list that shows the last days or open ones leaves them out. */
async function plantOld(company: TestOrganization) {
  const { organizationId } = company
  const shop = await addShop(company, 'Loja antiga')
  const productId = await addProduct(company, 'PARADO-1')
  await withOrganization(company, async (db) => {
    await db.product.updateMany({ where: { sku: 'PARADO-1' }, data: { archivedAt: new Date() } })
    const supplier = { organizationId, id: newId(), name: 'Fornecedor antigo', archivedAt: new Date() }
    await db.supplier.create({ data: supplier, select: { id: true } })
  })
  await addOrders(company, shop, [{ at: '2016-03-04T12:00:00Z', code: '160304ANTIGO', status: 'cancelled', productId }])
  await addMovements(company, shop, [{ at: '2016-03-05T12:00:00Z', cents: 100n, balance: 100n, description: 'Antiga' }])
  const settled = { state: 'reconciled', day: '2016-03-04', expected: 500n, released: 500n } as const
  await addSettlements(company, shop, [{ code: '160304CERTO', ...settled }])
  await addExpense(company, 'Luz antiga', 9_900n, '2016-03-05')
}

/** Every encrypted byte and hash of the database, whosever it is, as hexadecimal. */
async function listEncrypted(companies: TestOrganization[]): Promise<string[]> {
  return withOwner(async (owner) => {
    const { rows: columns } = await owner.query<{ table: string; column: string; type: string }>(`
      SELECT c.table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns c JOIN information_schema.tables t
        USING (table_schema, table_name) WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND (data_type = 'bytea'
          OR data_type = 'text' AND column_name ~ '(_token|secret|_hash|encrypted)$')`)
    const results = new Set<string>()
    for (const organizationId of ['', ...companies.map((company) => company.organizationId)]) {
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
      for (const { table, column, type } of columns) {
        const value = type === 'bytea' ? `"${column}"` : `convert_to("${column}", 'UTF8')`
        const { rows } = await owner.query<{ hex: string }>(
          `SELECT DISTINCT encode(${value}, 'hex') AS hex FROM "${table}" WHERE length(${value}) >= 8`,
        )
        for (const { hex } of rows) results.add(hex)
      }
    }
    return [...results]
  })
}

async function withSecrets(company: TestOrganization) {
  await connectDrive(company)
  await failedDelivery(company)
  const { organizationId, owner } = company
  const key = { organizationId, provider: 'gemini' as const, encrypted: `encrypted-${newId()}`, hint: 'out!' }
  await withOrganization(company, (db) =>
    db.organizationKey.create({ data: { ...key, setBy: owner.userId!, setAt: new Date() }, select: { hint: true } }),
  )
}

// Within a describe: its company is filled once.
describe('the archive of a company of a year', () => {
  let company: TestOrganization
  let other: TestOrganization
  let archive: Map<string, Buffer>
  const photo = Buffer.from('foto de um produto')
  const readme = () => archive.get('LEIA-ME.txt')!.toString('utf8')
  const listed = (name: string) => parseCsv(archive.get(`listas/${name}.csv`)!.toString('utf8').slice(1), ';')

  beforeAll(async () => {
    company = await createTestOrganization('Casa & Cia')
    other = await createTestOrganization()
    await givePassword(company.owner)
    const url = Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` })
    await fillCompany(url.toString(), company, SIZE)
    await plantOld(company)
    for (const one of [company, other]) await withSecrets(one)
    const productId = await addProduct(other, 'ALHEIO-1')
    const sale = { at: '2026-10-01T12:00:00Z', code: '261001ALHEIO', productId }
    await addOrders(other, await addShop(other, 'Loja alheia'), [sale])
    await keep(company, 'photo', '../Foto: da "loja"?.png', photo)
    await keep(other, 'photo', 'alheia.png', Buffer.from('foto alheia'))
    archive = await readArchive(company.owner)
  })

  test('holds every row of the company’s orders, products and trail, and its people by name', async () => {
    const { organizationId } = company
    const counted = await withOrganization(company, async (db) => ({
      orders: await db.order.count({ where: { organizationId } }),
      product: await db.product.count({ where: { organizationId } }),
      money_line: await db.moneyLine.count({ where: { organizationId } }),
      stock_movement: await db.stockMovement.count({ where: { organizationId } }),
    }))
    const matches = Object.keys(counted).map((table) => [table, rowsOf(archive, table).length])
    expect(Object.fromEntries(matches)).toEqual(counted)
    expect(counted.orders).toBe(SIZE.orders + 1)
    for (const [table, rows] of Object.entries(counted)) {
      expect(readme()).toContain(`  ${table}: ${rows.toLocaleString('pt-BR')}`)
      expect(new Set(rowsOf(archive, table).map((row) => JSON.stringify(row))).size).toBe(rows)
    }
    expect(rowsOf(archive, 'people')).toEqual([
      expect.objectContaining({ user_id: company.owner.userId, role: 'owner', email: expect.any(String) }),
    ])
  })

  test('holds every list that can be exported, whole: what is old, over or put aside too', () => {
    for (const kind of exportKinds.filter((one) => !UNREQUESTED.includes(one) && one !== 'count'))
      expect([...archive.keys()]).toContain(`listas/${t(`exports.files.${kind}`)}.csv`)
    const holds = (name: string, text: string) => listed(name).some((row) => row.some((cell) => cell === text))
    expect(holds('pedidos', '160304ANTIGO')).toBe(true)
    expect(listed('pedidos')).toHaveLength(SIZE.orders + 2)
    expect(holds('produtos', 'PARADO-1')).toBe(false)
    expect(holds('produtos-arquivados', 'PARADO-1')).toBe(true)
    expect(holds('fornecedores-arquivados', 'Fornecedor antigo')).toBe(true)
    expect(holds(t('exports.files.wallet'), 'Antiga')).toBe(true)
    expect(holds(t('exports.files.settlements'), '160304CERTO')).toBe(true)
    expect(holds(t('exports.files.expenses'), 'Luz antiga')).toBe(true)
    for (const line of readme()
      .split('\r\n')
      .filter((one) => one.includes('.csv: '))) {
      const [name, rows] = line.trim().split('.csv: ') as [string, string]
      expect({ name, rows }).toEqual({ name, rows: (listed(name).length - 1).toLocaleString('pt-BR') })
    }
  })

  test('holds its files under names that every system takes', () => {
    const files = [...archive.keys()].filter((name) => name.startsWith('arquivos/'))
    expect(files).toEqual([expect.stringMatching(/^arquivos\/fotos-de-produtos\/__Foto_ da _loja__-[0-9a-f]{8}\.png$/)])
    expect(archive.get(files[0]!)).toEqual(photo)
    expect(readme()).toContain('  fotos-de-produtos: 1 (1 MB)')
  })

  test('its page says first how it is opened and where the lists are, and last what only a program reads', () => {
    const places = [
      'COMO ABRIR',
      'listas/ –',
      '  pedidos.csv: ',
      'arquivos/ –',
      'dados/ –',
      '  orders: ',
      'dados pessoais de',
      'O QUE FICOU DE FORA',
    ]
    const matches = places.map((text) => readme().indexOf(text))
    expect(matches).toEqual(matches.toSorted((one, other) => one - other))
    expect(matches[0]).toBeGreaterThan(0)
  })

  test('no secret and no encrypted byte of the whole database stands in it, nor a row of another company', async () => {
    const encrypted = await listEncrypted([company, other])
    const tokens = new Set<string>()
    for (const [name, content] of archive) {
      const text = content.toString('utf8')
      for (const word of text.match(/[\w+/=-]{8,}/g) ?? []) tokens.add(word.replace(/^x(?=[0-9a-f]+$)/, ''))
      for (const stranger of [other.organizationId, '261001ALHEIO', 'Loja alheia', 'foto alheia'])
        expect({ name, holds: text.includes(stranger) }).toEqual({ name, holds: false })
    }
    const matches = encrypted.filter((hex) => {
      const value = Buffer.from(hex, 'hex')
      const written = [hex, value.toString('utf8'), value.toString('base64'), value.toString('base64url')]
      return written.some((one) => tokens.has(one))
    })
    reportFigures({
      accepted: encrypted.length,
      figures: [exactly('encrypted values in the archive', matches.length, 0)],
    })
    expect(encrypted.length).toBeGreaterThan(100)
    expect(matches).toEqual([])
  })
})

test('the other language has all of it under its own names', async () => {
  const company = await createTestOrganization()
  await givePassword(company.owner)
  const archive = await readArchive(company.owner, 'en')
  expect([...archive.keys()]).toEqual(expect.arrayContaining(['README.txt', 'LEIA-ME.txt', 'data/orders.jsonl']))
  expect([...archive.keys()]).toContain('lists/orders.csv')
  expect(archive.get('README.txt')!.toString()).toContain('data/ – all records')
})
