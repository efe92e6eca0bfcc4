import { OutboundError } from '../http/outbound'
import { asUserError } from '../database/database-errors'
import { isTransient } from './is-transient'

const raw = (originalCode: string) =>
  Object.assign(new Error('Raw query failed.'), {
    code: 'P2010',
    meta: { driverAdapterError: Object.assign(new Error('x'), { cause: { originalCode, kind: 'postgres' } }) },
  })

const ofKind = (kind: string) =>
  Object.assign(new Error('Raw query failed.'), { code: 'P2010', meta: { driverAdapterError: { cause: { kind } } } })

test.each([
  ['a database that refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a database that cannot be reached', Object.assign(new Error('x'), { code: 'P1001' })],
  ['a connection that was cut', new Error('Connection terminated unexpectedly')],
  ['a connection exception', raw('08006')],
  ['a server that is stopping', raw('57P01')],
  ['a lock that was not given', raw('55P03')],
  ['a deadlock', raw('40P01')],
  ['a statement that took too long', raw('57014')],
  ['a server that has no connection left', raw('53300')],
  ['a connection that did not come about', new Error('timeout expired')],
  ['a server that the adapter cannot reach', ofKind('DatabaseNotReachable')],
  ['a connection that the adapter lost', ofKind('ConnectionClosed')],
  ['a cause further down', new Error('x', { cause: raw('57P03') })],
  ['a node that takes no writes any more', raw('25006')],
])('%s passes by itself', (_, error) => expect(isTransient(error)).toBe(true))

test.each([
  ['a broken rule', raw('23505')],
  ['a value that does not fit', raw('22003')],
  ['a fault of the program', new TypeError('Cannot read properties of undefined')],
  [
    'another host that refuses connections',
    new Error('x', { cause: new OutboundError('unreachable', 'h', { cause: { code: 'ECONNREFUSED' } }) }),
  ],
  ['nothing', undefined],
  ['a text', 'ECONNREFUSED'],
])('%s does not', (_, error) => expect(isTransient(error)).toBe(false))

test.each([
  ['a database that refuses connections', ofKind('DatabaseNotReachable')],
  ['a server that is starting', raw('57P03')],
  ['a server that crashed', raw('57P02')],
  ['a server that has no connection left', raw('53300')],
  ['a connection that was cut', new Error('Connection terminated unexpectedly')],
  ['a connection that did not come about', new Error('timeout expired')],
  ['a statement that took too long', raw('57014')],
  ['a node that takes no writes any more', raw('25006')],
  ['a transaction that expired', Object.assign(new Error('x'), { code: 'P2028' })],
])('%s is reported as unavailable', (_, error) => expect(asUserError(error)?.code).toBe('unavailable'))

test.each([
  ['a deadlock', raw('40P01')],
  ['another host that refuses connections', new OutboundError('unreachable', 'h', { cause: { code: 'ECONNREFUSED' } })],
])('%s has no such meaning', (_, error) => expect(asUserError(error)).toBeUndefined())
