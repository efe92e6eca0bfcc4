#!/usr/bin/env node
// Prisma's CLI starts a schema engine and speaks JSON-RPC with it, one message a line. The engine it wants is a binary
// that has to be downloaded; this program answers with Prisma's own WebAssembly build of it instead.
// PRISMA_SCHEMA_ENGINE_BINARY names this file (scripts/prisma.mjs sets it).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import connectionString from 'pg-connection-string'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum, DriverAdapterError, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'

const COMMANDS = ['can-connect-to-database', 'create-database', 'drop-database']
const PG_CHAR = 18
const PG_NAME = 19
const PG_TEXT = 25

class CatalogPg extends PrismaPg {
  async connect() {
    return readable(await super.connect())
  }

  async connectToShadowDb() {
    const main = await this.connect()
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
    await main.executeScript(`CREATE DATABASE "${database}"`)
    const shadow = await new CatalogPg({ ...this.config, database }).connect()
    const end = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await end()
      await main.executeScript(`DROP DATABASE "${database}"`)
      await main.dispose()
    }
    return shadow
  }
}

const argv = process.argv.slice(2)
if (argv[0] === '--version' || argv[0] === '-V') {
  console.log('schema-engine wasm')
  process.exit(0)
}

const { values } = parseArgs({
  args: argv.filter((word) => word !== 'cli' && !COMMANDS.includes(word)),
  strict: false,
  options: { datamodels: { type: 'string', multiple: true }, datasource: { type: 'string' } },
})
const url = values.datasource ? JSON.parse(values.datasource).url : undefined
const command = argv.find((word) => COMMANDS.includes(word))
if (command) process.exit(await runCommand(command))
await answerRequests()

async function runCommand(name) {
  const target = new URL(url)
  const database = decodeURIComponent(target.pathname.slice(1))
  if (name !== 'can-connect-to-database') target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.toString() })
  try {
    await client.connect()
    if (name === 'create-database') await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
    if (name === 'drop-database') await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)}`)
    await client.end()
    return 0
  } catch (error) {
    const error_code = error.code === '3D000' ? 'P1003' : 'P1001'
    const fields = { message: error.message, is_panic: false, error_code, meta: { database_name: database } }
    // The CLI skips the first line of stderr and reads each further one as JSON.
    console.error('schema engine')
    console.error(
      JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields, timestamp: new Date().toISOString() }),
    )
    return 1
  }
}

/** `params` may bring the schemas that the command line was not given: comparing (`migrate diff`) names them there. */
async function loadEngine({ from, to } = {}) {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => process.stderr.write(`${JSON.stringify({ level: 'ERROR', fields: { message } })}\n`),
  }
  const bindingsFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import(pathToFileURL(bindingsFile).href)
  const bytes = readFileSync(bindingsFile.replace(/\.js$/, '.wasm'))
  const wasm = await WebAssembly.instantiate(await WebAssembly.compile(bytes), { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(wasm.exports)
  wasm.exports.__wbindgen_start?.()
  const given = (values.datamodels ?? []).map((path) => [path, readFileSync(path, 'utf8')])
  const filesRead = [from, to].flatMap((one) => one?.files ?? []).map(({ path, content }) => [path, content])
  const datamodels = given.length > 0 ? given : [...new Map(filesRead)]
  const adapters = bindMigrationAwareSqlAdapterFactory(new CatalogPg(toPoolConfig(url)))
  return bindings.SchemaEngine.new({ datamodels }, () => {}, adapters)
}

async function answerRequests() {
  const namesHere = { getDatabaseVersion: 'version' }
  let engine
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    // It says that it has printed.
    if (!method) continue
    let answer
    try {
      engine ??= await loadEngine(params)
      answer = { result: (await engine[namesHere[method] ?? method](params)) ?? null }
      // The command line prints what its own engine sends it for that, not what an answer holds.
      if (method === 'diff' && answer.result.stdout) {
        const content = answer.result.stdout
        process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'print', params: { content } })}\n`)
      }
      if (method === 'applyMigrations' && answer.result.appliedMigrationNames.length > 0)
        await rememberSchema(engine, params)
    } catch (error) {
      const { message, code: error_code, meta } = error
      answer = { error: { code: 4466, message, data: { is_panic: false, message, error_code, meta } } }
    }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
  }
}

// The next request (evaluateDataLoss) compares with the schema that the migrations make. That request may not open a
// shadow database in this build; it knows the schema only if the engine worked it out before, without the migration
// that was just applied.
async function rememberSchema(engine, { migrationsList, filters }) {
  await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: true })
}

// With a connection string the adapter ignores `database`, and shadow-database work would reach the real one.
function toPoolConfig(text) {
  const { host, port, user, password, database, ssl } = connectionString.parse(text)
  return { host, port: port ? Number(port) : 5432, user, password, database, ssl }
}

// The engine reads catalogue columns of the internal types "char" and name, which the adapter does not map;
// and the adapter splits scripts at every semicolon, which breaks function bodies.
function readable(adapter) {
  const { queryRaw, performIO } = Object.getPrototypeOf(Object.getPrototypeOf(adapter))
  const wrap = (queryable) => {
    let charColumns = []
    queryable.performIO = async function (query) {
      const result = await performIO.call(this, query)
      const fields = (Array.isArray(result) ? result.at(-1) : result)?.fields ?? []
      charColumns = fields.flatMap((field, i) => (field.dataTypeID === PG_CHAR ? [i] : []))
      for (const field of fields) if ([PG_CHAR, PG_NAME].includes(field.dataTypeID)) field.dataTypeID = PG_TEXT
      return result
    }
    queryable.queryRaw = async function (query) {
      const result = await queryRaw.call(this, query)
      for (const i of charColumns) result.columnTypes[i] = ColumnTypeEnum.Character
      return result
    }
    return queryable
  }
  const startTransaction = adapter.startTransaction
  adapter.startTransaction = async (...args) => wrap(await startTransaction.apply(adapter, args))
  adapter.executeScript = async (sql) => {
    await adapter.client.query(sql).catch((error) => {
      const { code = 'N/A', severity = 'ERROR', message, detail, column, hint } = error
      throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
    })
  }
  return wrap(adapter)
}
