import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import loadCatalogue from 'next-intl/extractor/catalogLoader'
import { _createCache, _createIntlFormatters } from 'use-intl/core'
import formatText from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { addMessages, hasNamespace, pickMessages } from './client-messages'

type Tree = { [key: string]: Tree | string | unknown[] }

/** A file of messages as the build makes it (next.config.mjs). */
function compile(name: string): Promise<Tree> {
  const path = resolve(`messages/${name}.json`)
  return new Promise((done, fail) => {
    const context = {
      getOptions: () => ({ messages: { format: 'json', precompile: true } }),
      async: () => (error: Error | null, code: string) => {
        if (error) fail(error)
        else done(JSON.parse(JSON.parse(code.slice('export default JSON.parse('.length, -2)) as string) as Tree)
      },
      rootContext: process.cwd(),
      resourcePath: path,
    }
    const load = loadCatalogue as unknown as (this: typeof context, source: string) => void
    load.call(context, readFileSync(path, 'utf8'))
  })
}

const flatten = (tree: Tree, path = ''): [string, string | unknown[]][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [[`${path}${key}`, value] as [string, string | unknown[]]]
      : flatten(value, `${path}${key}.`),
  )

type Values = Record<string, unknown>

/** A value for each parameter; `count` for those that are numbers. */
function valuesOf(elements: MessageFormatElement[], count: number): Values {
  const values: Values = {}
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if (element.type === TYPE.tag) {
      values[element.value] = (chunks: unknown) => `<${element.value}>${String(chunks)}</${element.value}>`
      Object.assign(values, valuesOf(element.children, count))
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      values[element.value] = element.type === TYPE.plural ? count : Object.keys(element.options)[count % 2]
      for (const option of Object.values(element.options)) {
        const inner = valuesOf(option.value, count)
        for (const name of Object.keys(inner)) values[name] ??= inner[name]
      }
    } else values[element.value] ??= element.type === TYPE.number ? count : `${element.value} & 'co' {1}`
  }
  return values
}

const cache = _createCache()
const formatters = _createIntlFormatters(cache)
const optionsOf = (locale: string) => ({
  cache,
  formatters,
  globalFormats: undefined,
  formats: undefined,
  locale,
  timeZone: 'America/Sao_Paulo',
})
const asText = (result: unknown) => (Array.isArray(result) ? result.join('') : String(result))

test.each(['pt-BR', 'en'])('each message of %s that the build compiles reads as it is written', async (name) => {
  const written = new Map(flatten(JSON.parse(readFileSync(`messages/${name}.json`, 'utf8')) as Tree))
  const compiled = flatten(await compile(name))
  expect(compiled.map(([key]) => key).toSorted()).toEqual([...written.keys()].toSorted())
  expect(compiled.filter(([, message]) => Array.isArray(message)).length).toBeGreaterThan(1000)
  const options = optionsOf(name === 'en' ? 'en' : 'pt')
  const different = compiled.flatMap(([key, message]) => {
    const text = written.get(key) as string
    // Taken as it is, compiled or not.
    if (message === text && !/['{}<>#|]/.test(text)) return []
    const elements = parse(text)
    return (Array.isArray(message) ? [1, 1234] : [1]).flatMap((count) => {
      const values = valuesOf(elements, count) as Parameters<typeof formatText>[2]
      const wanted = asText(formatText(key, text, values, options))
      const found = asText(formatCompiled(key, message as never, values, options))
      return found === wanted ? [] : [{ key, count, wanted, found }]
    })
  })
  expect(different).toEqual([])
})

test('a compiled message is one message: picked and added whole, and no group of others', () => {
  const compiled = { orders: { more: [['count'], ' more'], title: 'Orders' } } as never
  expect(hasNamespace(compiled, 'orders')).toBe(true)
  expect(hasNamespace(compiled, 'orders.more')).toBe(false)
  expect(pickMessages(compiled, ['orders'])).toEqual(compiled)
  expect(addMessages(compiled, compiled)).toEqual(compiled)
})
