import { readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

type Tree = { [key: string]: Tree | string }

const read = (name: string) => JSON.parse(readFileSync(`messages/${name}.json`, 'utf8')) as Tree

const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )

const portuguese = new Map(flatten(read('pt-BR')))
const english = new Map(flatten(read('en')))

function parametersOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...parametersOf(element.children)]
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => parametersOf(value))]
    return [element.value]
  })
}

const parameters = (text: string) => [...new Set(parametersOf(parse(text)))].sort()

test('both languages have the same keys', () => {
  expect([...english.keys()].sort()).toEqual([...portuguese.keys()].sort())
})

test('no text is empty', () => {
  const empty = [...portuguese, ...english].filter(([, text]) => text.trim() === '')
  expect(empty).toEqual([])
})

test('a text takes the same parameters in both languages', () => {
  const different = [...portuguese].filter(
    ([key, text]) => english.has(key) && parameters(text).join() !== parameters(english.get(key)!).join(),
  )
  expect(different.map(([key]) => key)).toEqual([])
})

// Kept for where an installation is set up: the entrance, and how its drive is connected.
test('no message for a user names an environment variable', () => {
  const named = [...portuguese, ...english].filter(
    ([key, text]) => /\b[A-Z]{2,}(_[A-Z]+)+\b/.test(text) && !/^(auth|drive\.setup)\./.test(key),
  )
  expect(named.map(([key]) => key)).toEqual([])
})
