import { findFiles } from '@/lib/testing/harnesses/entries'
import { covers, findNeeds, has, readSource, type Needs } from '@/lib/testing/harnesses/client-walk'
import { addMessages, everywhere, pickMessages } from './client-messages'

const parts = ['layout', 'page', 'template', 'error', 'not-found', 'loading', 'default']
const entries = parts.flatMap((part) => findFiles('app', `${part}.tsx`))
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
const isLayout = (path: string) => path.endsWith('/layout.tsx')

/** The layouts around a file: of its folder too, as its errors and waiting screens are shown inside of that one. */
const layoutsAround = (path: string) =>
  entries.filter((layout) => isLayout(layout) && layout !== path && `${path}`.startsWith(`${folderOf(layout)}/`))
const providedAround = (path: string) => [
  ...everywhere,
  ...layoutsAround(path).flatMap((layout) => readSource(layout).provided),
]

const missing = (needs: Needs, provided: string[]) =>
  [...needs].filter(([namespace]) => !covers(provided, namespace)).map(([namespace, by]) => `${namespace} (${by})`)

// Shown in place of the root layout, with the texts that it carries itself.
const walked = entries.filter((path) => path !== 'app/global-error.tsx')

test('every text that a client component asks for is sent by its page or a layout around it', () => {
  expect(walked.length).toBeGreaterThan(60)
  const lacking = walked.map((path) => ({
    path,
    lacks: missing(findNeeds([path]), [...providedAround(path), ...readSource(path).provided]),
  }))
  expect(lacking.filter(({ lacks }) => lacks.length > 0)).toEqual([])
})

test('texts that a page or layout shows itself need no client messages', () => {
  const areas = walked.filter((path) => readSource(path).imports.some(({ names }) => names.includes('AreaMessages')))
  expect(areas.length).toBeGreaterThan(3)
  const outside = areas.map((path) => {
    const { imports, outside: names, childrenIn, declared } = readSource(path)
    const shown = imports.filter((imported) => imported.names.some((name) => names.has(name))).map((file) => file.path)
    // A component of the same file has its children inside, or stands here itself.
    const children = isLayout(path) && [...childrenIn].some((element) => !declared.has(element))
    return { path, lacks: missing(findNeeds(shown), providedAround(path)), children }
  })
  expect(outside.filter(({ lacks, children }) => lacks.length > 0 || children)).toEqual([])
})

test('no text is sent that no client component there asks for, nor one that is sent already', () => {
  const idle = walked.flatMap((path) => {
    const below = isLayout(path) ? walked.filter((file) => file.startsWith(`${folderOf(path)}/`)) : [path]
    const needed = below.flatMap((file) => [...findNeeds([file]).keys()])
    const { provided } = readSource(path)
    return provided
      .filter(
        (whole, at) =>
          covers([...providedAround(path), ...provided.toSpliced(at, 1)], whole) ||
          !needed.some((namespace) => covers([whole], namespace) || covers([namespace], whole)),
      )
      .map((namespace) => `${path}: ${namespace}`)
  })
  expect(idle).toEqual([])
})

test('every namespace that is sent is there', () => {
  const unknown = walked.flatMap((path) => readSource(path).provided.filter((namespace) => !has(namespace)))
  expect(unknown).toEqual([])
})

test('an area adds its texts to what is there, a part beside other parts', () => {
  const all = { orders: { list: { title: 'L' }, edit: { title: 'E' }, note: 'N' }, hub: { title: 'H' } }
  const picked = pickMessages(all, ['orders.list'])
  expect(picked).toEqual({ orders: { list: { title: 'L' } } })
  expect(addMessages(picked, pickMessages(all, ['orders.edit', 'hub']))).toEqual({
    orders: { list: { title: 'L' }, edit: { title: 'E' } },
    hub: { title: 'H' },
  })
  expect(picked).toEqual({ orders: { list: { title: 'L' } } })
})
