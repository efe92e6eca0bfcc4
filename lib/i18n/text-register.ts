import type { AbstractIntlMessages } from 'next-intl'

declare global {
  var mascateTexts: Record<string, AbstractIntlMessages> | undefined
}

/** The texts that are here already, by the address of the script that brings them (text-files.ts). */
export const textRegister = () => (globalThis.mascateTexts ??= {})

const loading = new Map<string, Promise<AbstractIntlMessages>>()

/** In the browser: those of a script that has not run yet. The page asked for it by a tag, which this joins. */
export function loadTexts(path: string): Promise<AbstractIntlMessages> {
  const texts =
    loading.get(path) ??
    importTexts(path)
      // A browser may keep a failure for as long as the page is open, by the whole address.
      .catch(() => importTexts(`${path}?again`))
      .catch((error: unknown) => {
        loading.delete(path)
        throw error
      })
  loading.set(path, texts)
  return texts
}

async function importTexts(address: string): Promise<AbstractIntlMessages> {
  const script = (await import(/* turbopackIgnore: true */ address)) as { default: AbstractIntlMessages }
  return script.default
}
