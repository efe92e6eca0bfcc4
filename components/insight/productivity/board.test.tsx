import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { Task } from '@/lib/insight/productivity/queries'
import type { BoardView } from '@/lib/insight/productivity/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { Board } from './board'

const requests: unknown[] = []
let answer: object = { ok: true, data: { version: 2 } }
const refresh = vi.fn()
stubPage({
  useRouter: () => ({ refresh: () => refresh() }),
  moveTaskAction: async (_: unknown, input: unknown) => (requests.push(input), answer),
})

const task = (id: string, column: Task['column']): Task => ({
  id,
  column,
  title: id,
  notes: null,
  assigneeId: null,
  dueOn: null,
  version: 1,
})
const view: BoardView = {
  tasks: [task('A', 'todo'), task('B', 'todo'), task('C', 'doing')],
  people: [],
  today: '2026-11-21',
  open: null,
}
const open = () => act(async () => void render(<Board view={view} />, { wrapper: testPage('en') }))
const cardsOf = (column: string) =>
  within(within(screen.getByRole('region', { name: new RegExp(column) })).getByRole('list'))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const grip = (title: string) => screen.getByRole('button', { name: `Move ${title}` })
const said = () => screen.getByRole('status').textContent

beforeEach(() => {
  requests.length = 0
  answer = { ok: true, data: { version: 2 } }
})

test('a card is lifted by Space, moved by arrows, announced at each step and dropped by Space, keeping the focus', async () => {
  await open()
  act(() => grip('B').focus())
  await userEvent.keyboard(' ')
  expect(said()).toBe('B lifted: To do, place 2 of 2.')
  expect(grip('B').getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('{ArrowUp}')
  expect(said()).toBe('B: To do, place 1 of 2.')
  expect(cardsOf('To do')).toEqual(['B', 'A'])
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(said()).toBe('B: Doing, place 2 of 2.')
  expect(cardsOf('Doing')).toEqual(['C', 'B'])
  expect(document.activeElement).toBe(grip('B'))
  await userEvent.keyboard(' ')
  expect(requests).toEqual([{ id: 'B', version: 1, column: 'doing', afterId: 'C' }])
  expect(said()).toBe('B dropped in Doing, place 2 of 2.')
  expect(cardsOf('Doing')).toEqual(['C', 'B'])
})

test('Escape puts a lifted card back, and nothing is sent', async () => {
  await open()
  act(() => grip('A').focus())
  await userEvent.keyboard(' {ArrowRight}{Escape}')
  expect(cardsOf('To do')).toEqual(['A', 'B'])
  expect(said()).toBe('A is back in its place.')
  expect(requests).toEqual([])
})

test('a move that is refused puts the card back, says so and asks for the board again', async () => {
  answer = { ok: false, error: 'staleVersion' }
  await open()
  act(() => grip('A').focus())
  await userEvent.keyboard(' {ArrowRight} ')
  expect(cardsOf('To do')).toEqual(['A', 'B'])
  expect(said()).toBe('A was not moved.')
  expect(refresh).toHaveBeenCalled()
})
