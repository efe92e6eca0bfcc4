import { render, screen } from '@testing-library/react'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { NextIntlClientProvider } from 'next-intl'
import { findFiles } from '@/lib/testing/harnesses/entries'
import messages from '@/messages/pt-BR.json'
import AuthLoading from '@/app/auth/loading'
import RegisterLoading from '@/app/register/loading'
import VerificationLoading from '@/app/verification/loading'

test.each([
  ['auth', AuthLoading],
  ['register', RegisterLoading],
  ['verification', VerificationLoading],
])('the pages of /%s say Carregando... while they load', (_, Loading) => {
  render(
    <NextIntlClientProvider locale="pt" messages={messages}>
      <Loading />
    </NextIntlClientProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('Carregando...')
})

test('every public page that reads the session or the database has a loading indicator at or above it', () => {
  const covered = (folder: string): boolean =>
    folder !== 'app' && (existsSync(`${folder}/loading.tsx`) || covered(dirname(folder)))
  const pages = findFiles('app', 'page.tsx').filter((path) => !path.startsWith('app/dashboard'))
  const uncovered = pages.filter((path) => !covered(dirname(path)))
  // The landing page reads neither.
  expect(uncovered.toSorted()).toEqual(['app/begin/page.tsx', 'app/page.tsx'])
})

test('the root has none: below it an unknown record would be answered with 200 before the dashboard can refuse it', () => {
  expect(existsSync('app/loading.tsx')).toBe(false)
})
