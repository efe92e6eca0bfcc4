import { createRequire } from 'node:module'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ReactElement } from 'react'
import { iconModules, listIcons, writeIcons } from './icons.mjs'

const require = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'icons-'))
beforeAll(() => writeIcons(folder))
afterAll(() => rmSync(folder, { recursive: true }))

type Shape = ReactElement<Record<string, string>>
type Drawn = ReactElement<{ viewBox: string; children: (Shape | null)[] | Shape }>
type Icon = { render: (props: object, ref: null) => Drawn }

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test.each(Object.entries(iconModules))('each icon of %s is drawn by a symbol with its own paths', (set, file) => {
  const symbols = readFileSync(join(folder, 'icons.svg'), 'utf8')
  const module = readFileSync(join(folder, basename(file)), 'utf8')
  const icons = [...module.matchAll(/export const (\w+) = .*icon\('([^']+)'\)/g)]
  expect(icons.length).toBeGreaterThan(0)
  for (const [, name, id] of icons) {
    const { props } = (require(`${set}/${name}`) as Icon).render({}, null)
    const paths = [props.children].flat().flatMap((shape) => {
      const attributes = Object.entries(shape?.props ?? {}).map(([key, value]) => ` ${dashed(key)}="${value}"`)
      return shape ? [`<${String(shape.type)}${attributes.join('')}/>`] : []
    })
    expect(symbols).toContain(`<symbol id="${id}" viewBox="${props.viewBox}">${paths.join('')}</symbol>`)
  }
})

test('icons are found by their imports, of each set those that are imported from it', () => {
  const found = listIcons([
    `import { BIcon, AIcon as Other } from '@heroicons/react/24/outline'\nimport { type X } from './x'`,
    `import {\n  CIcon,\n  AIcon,\n} from '@heroicons/react/24/outline'\nimport { AIcon } from '@heroicons/react/20/solid'`,
  ])
  expect([...found]).toEqual([
    ['24/outline', ['AIcon', 'BIcon', 'CIcon']],
    ['24/solid', []],
    ['20/solid', ['AIcon']],
  ])
})

test('an icon of a set without symbols stops the build', () => {
  expect(() => listIcons([`import { AIcon } from '@heroicons/react/16/solid'`])).toThrow('16/solid')
})
