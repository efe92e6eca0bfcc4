import { alarmKinds, kinds } from './kinds'

test('every alarm of the day is in the product and in a mail until a person turns it off', () => {
  for (const kind of alarmKinds)
    expect({ kind, defaults: kinds[kind].defaults }).toEqual({ kind, defaults: { inProduct: true, byMail: true } })
})
