import { render } from '@testing-library/react'
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

test('what a model writes loads nothing and leads nowhere, however it is written', () => {
  for (const text of planted) {
    const container = shown(text)
    expect({
      text,
      found: container.querySelectorAll('img, a, iframe, script, [src], [href], [style]').length,
    }).toEqual({
      text,
      found: 0,
    })
  }
})

test('its emphasis and lists are shown, and an address is the text that it is', () => {
  const container = shown('**Vendas** subiram:\n\n- uma\n- duas\n\nhttps://elsewhere.example/?d=1')
  expect(container.querySelector('strong')?.textContent).toBe('Vendas')
  expect(container.querySelectorAll('li').length).toBe(2)
  expect(container.textContent).toContain('https://elsewhere.example/?d=1')
})
