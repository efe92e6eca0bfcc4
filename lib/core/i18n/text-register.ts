import type { AbstractIntlMessages } from 'next-intl'
import { importTexts } from './import-texts'

declare global {
  var mascateTexts: Record<string, AbstractIntlMessages> | undefined
}

/** The texts that are here already, by the address of the script that brings them (text-files.ts). */
export const textRegister = () => (globalThis.mascateTexts ??= {})

const promised = new Map<string, Promise<AbstractIntlMessages>>()

/** For React's `use`, which reads at once what is here. A component has to call it each time, or its other hooks fail. */
export function textsOf(path: string): Promise<AbstractIntlMessages> {
  const known = promised.get(path)
  if (known) return known
  const here = textRegister()[path]
  const texts = here ? Object.assign(Promise.resolve(here), { status: 'fulfilled', value: here }) : loadTexts(path)
  promised.set(path, texts)
  return texts
}

const loadTexts = (path: string) =>
  importTexts(path)
    // A browser may keep a failure for as long as the page is open, by the whole address.
    .catch(() => importTexts(`${path}?again`))
    .catch((error: unknown) => {
      promised.delete(path)
      throw error
    })
