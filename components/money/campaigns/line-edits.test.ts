import { newId } from '@/lib/core/ids'
import { draftOf, readLines, unsavedOf } from './line-edits'

const [cup, plate] = [newId(), newId()]
const rows = [
  { listingId: cup, priceCents: 5990n, units: 10 },
  { listingId: plate, priceCents: 12_345n, units: 2 },
]

test('a line is read as it was typed, and each part that cannot be read is named at its place', () => {
  expect(readLines(rows, { [cup]: { price: 'R$ 49,90', units: ' 7 ' } }, 'pt')).toEqual({
    ok: true,
    lines: [{ listingId: cup, priceCents: 4990n, units: 7 }, rows[1]],
  })
  const faultsOf = (price: string, units: string, language: 'pt' | 'en' = 'pt') => {
    const read = readLines(rows, { [plate]: { price, units } }, language)
    return read.ok ? null : read.faults
  }
  expect(faultsOf('', '3')).toEqual({ [plate]: { price: 'errors.moneyInvalid' } })
  expect(faultsOf('1,234', '3')).toEqual({ [plate]: { price: 'errors.moneyAmbiguous' } })
  expect(faultsOf('0,00', '0')).toEqual({
    [plate]: { price: 'campaigns.fields.priceMissing', units: 'campaigns.fields.unitsInvalid' },
  })
  // Half a unit is no twenty-five.
  for (const units of ['2,5', '2.5', '-1', '', 'dez']) expect(faultsOf('9,90', units)).not.toBeNull()
  expect(faultsOf('9.90', '3', 'en')).toBeNull()
})

test('an unsaved edit outlives a change of the plan, and a saved one does not', () => {
  const edits = { [cup]: { price: '59,9' }, [plate]: { units: '5' }, [newId()]: { price: '1,00' } }
  expect(unsavedOf(rows, edits, 'pt')).toEqual({ [plate]: { units: '5' } })
  expect(unsavedOf(rows, { [cup]: { price: 'x' } }, 'pt')).toEqual({ [cup]: { price: 'x' } })
  expect(draftOf(rows[1]!, edits, 'pt')).toEqual({ price: '123,45', units: '5' })
})
