import type { AbstractIntlMessages } from 'next-intl'

/** In the browser: those of a script that has not run yet. The page asked for it by a tag, which this joins. */
export async function importTexts(address: string): Promise<AbstractIntlMessages> {
  const script = (await import(/* turbopackIgnore: true */ address)) as { default: AbstractIntlMessages }
  return script.default
}
