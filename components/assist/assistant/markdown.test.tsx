import { render } from '@testing-library/react'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'
import { drawnFrom, exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { ModelText } from './markdown'

const shown = (text: string) => render(<ModelText text={text} />).container

const planted = [
  '![x](https://elsewhere.example/?d=1)',
  '[clique](https://elsewhere.example/?d=1)',
  '<https://elsewhere.example/?d=1>',
  '<img src="https://elsewhere.example/?d=1">',
  '<a href="https://elsewhere.example">x</a><iframe src="https://elsewhere.example"></iframe>',
  '[x]: https://elsewhere.example/?d=1\n\n![x][x] [y][x]',
  '**[x](javascript:alert(1))**',
  '# [x](https://elsewhere.example)\n\n> ![x](//elsewhere.example/a.png)',
]

const shells = [
  '$',
  '**$**',
  '> $',
  '- $',
  '# $',
  '1. $',
  '| a |\n|---|\n| $ |',
  '<div>$</div>',
  '`$` $',
  '\\$',
  '[$](https://elsewhere.example)',
]
const addresses = [
  'https://elsewhere.example/?d=1',
  '//elsewhere.example/a.png',
  'javascript:alert(1)',
  'data:text/html,x',
  'HTTPS://ELSEWHERE.EXAMPLE',
]
const carriers = [
  (to: string) => `![x](${to} "y")`,
  (to: string) => `[x](<${to}>)`,
  (to: string) => `<${to}>`,
  (to: string) => `<img src="${to}" onerror="x()">`,
  (to: string) => `<a href='${to}' style="background:url(${to})">x</a>`,
  (to: string) => `<iframe src=${to}></iframe><script src="${to}"></script>`,
  (to: string) => `![x][y]\n\n[y]: ${to}`,
  (to: string) => `<svg><image href="${to}"/></svg>`,
  (to: string) => to,
]
const random = randomFrom(Number(drawnFrom))
const wrapped = (text: string) => random.pick(shells).replace('$', () => text)
const drawn = Array.from({ length: isFullProfile ? 3000 : 150 }, () =>
  wrapped(wrapped(random.pick(carriers)(random.pick(addresses)))),
)

test('a model’s text loads nothing and leads nowhere, in any form', () => {
  const rendered = [...planted, ...drawn].filter((text) => {
    const container = shown(text)
    const result = container.querySelector('img, a, iframe, script, image, svg, [src], [href], [style]')
    container.remove()
    return result !== null
  })
  reportFigures({
    refused: planted.length + drawn.length - rendered.length,
    figures: [exactly('addresses rendered', rendered.length, 0)],
  })
  expect(rendered).toEqual([])
})

test('its emphasis and lists are shown, and an address is the text that it is', () => {
  const container = shown('**Vendas** subiram:\n\n- uma\n- duas\n\nhttps://elsewhere.example/?d=1')
  expect(container.querySelector('strong')?.textContent).toBe('Vendas')
  expect(container.querySelectorAll('li').length).toBe(2)
  expect(container.textContent).toContain('https://elsewhere.example/?d=1')
})
