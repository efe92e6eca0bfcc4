import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { EntityChoice } from '@/lib/identity/organizations/queries'
import type { PersonView } from '@/lib/identity/organizations/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ChangeRole } from './change-role'
import { InviteButton } from './invite-button'

const sent: object[] = []
const record = (_request: object, input: object) => {
  sent.push(input)
  return new Promise(() => undefined)
}
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  inviteAction: (request: object, input: object) => record(request, input),
  changeMemberAction: (request: object, input: object) => record(request, input),
})

const shop: EntityChoice = { id: 'shop', name: 'Loja Ltda', archived: false }
const old: EntityChoice = { id: 'old', name: 'Antiga ME', archived: true }
const grantable = ['operator', 'viewer', 'accountant'] as const
const later = 'CNPJs criados depois precisam ser liberados aqui.'

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const choose = (name: string, option: string) => userEvent.selectOptions(screen.getByRole('combobox', { name }), option)

async function openInvitation(entities: EntityChoice[]) {
  render(<InviteButton grantable={[...grantable]} sendsMail opensAccounts entities={entities} />, {
    wrapper: testPage(),
  })
  await click('Convidar pessoa')
  await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'conta@example.com')
  expect(screen.queryByText(later)).toBeNull()
  await choose('Papel', 'Contador')
  expect(screen.getByText(later)).toBeTruthy()
}

const person: PersonView = {
  userId: 'u',
  email: 'conta@example.com',
  displayName: 'Rui',
  avatarId: null,
  role: 'accountant',
  version: 3,
  since: new Date(),
  hasTwoFactor: false,
  lastSeenAt: null,
  isSelf: false,
  mayTouch: true,
  legalEntityIds: ['shop', 'old'],
  reads: null,
}

async function openRole(over: Partial<PersonView>) {
  const props = { grantable: [...grantable], entities: [shop, old] }
  render(<ChangeRole person={{ ...person, ...over }} {...props} />, { wrapper: testPage() })
  await click('Mudar o papel de Rui')
}

beforeEach(() => {
  sent.length = 0
})

test('in a company with one legal entity the invitation of an accountant names it and sends it by id', async () => {
  await openInvitation([shop])
  expect(box('Loja Ltda').checked).toBe(true)
  await click('Enviar convite')
  expect(sent).toEqual([{ email: 'conta@example.com', role: 'accountant', legalEntityIds: ['shop'] }])
})

test('with several entities none is given that was not named, and an archived one is marked', async () => {
  await openInvitation([shop, old])
  expect([box('Loja Ltda').checked, box('Antiga ME (arquivado)').checked]).toEqual([false, false])
  await userEvent.click(box('Antiga ME (arquivado)'))
  await click('Enviar convite')
  expect(sent).toEqual([{ email: 'conta@example.com', role: 'accountant', legalEntityIds: ['old'] }])
})

test('all are given where that is chosen', async () => {
  await openInvitation([shop, old])
  await choose('O que pode ler', 'Todos os CNPJs')
  await click('Enviar convite')
  expect(sent).toEqual([{ email: 'conta@example.com', role: 'accountant', legalEntityIds: null }])
})

test('an accountant’s entities are ticked and saved as they are, the archived ones too', async () => {
  await openRole({})
  expect([box('Loja Ltda').checked, box('Antiga ME (arquivado)').checked]).toEqual([true, true])
  await click('Salvar')
  expect(sent).toEqual([{ userId: 'u', version: 3, role: 'accountant', legalEntityIds: ['shop', 'old'] }])
})

test('a new accountant reads nothing that was not named', async () => {
  await openRole({ role: 'viewer', legalEntityIds: [] })
  await choose('Papel', 'Contador')
  expect([box('Loja Ltda').checked, box('Antiga ME (arquivado)').checked]).toEqual([false, false])
})
