import type { TextMutant } from './scenario'

/** A guard that is one text of one file. */
export const without = (name: string, removes: string, file: string, find: RegExp, put = ''): TextMutant => ({
  name,
  removes,
  texts: [{ file, find, put }],
})

/** The policy of a table, in favour of one that bars less. */
export const openPolicy = (table: string, using = 'true', check = 'true') =>
  `DROP POLICY tenant ON ${table}; CREATE POLICY tenant ON ${table} USING (${using}) WITH CHECK (${check});`

/** With it goes the organization from the question for a product by its SKU. */
export const ofProduct = {
  file: 'lib/assist/tools/product-input.ts',
  put: '',
  find: /organization_id = \$\{viewer\.organizationId\}::uuid AND /,
}
