import type { Scenario } from './scenario'
import { suite } from './suite'
import { without } from './text-mutants'

const requestGuard = 'lib/identity/auth/request-guard.ts'
const requestTurns = 'lib/identity/auth/request-turns.ts'
const room = 'lib/core/files/room.ts'
const openImports = 'lib/connect/order-imports/open-imports.ts'
const pictures = 'lib/core/files/encode-picture.ts'
const lanes = 'lib/worker/lanes.ts'
const share = 'lib/worker/share-of-person.ts'

/** The shares of one account. */
export const shares: Scenario = suite({
  name: 'shares',
  claim:
    'one account has its share of pages, bodies, pictures, disk and worker, and what it sends beyond waits or is refused',
  step: 'integration',
  tests: ['lib/worker/lanes', 'lib/connect/order-imports/room'],
  first: [['unit', 'lib/identity/auth/request-guard', 'lib/identity/auth/request-turns', 'lib/catalog/products/photo']],
  mutants: [
    without(
      'pages',
      'the turns of pages and actions',
      requestGuard,
      /return !\(await takeTurn\(caller, 'page', response\)\)/,
      'return false',
    ),
    without(
      'routes',
      'the turns of what is sent to routes and read there',
      requestGuard,
      /return caller\.hasSession && !\(await takeTurn\(caller, isReading \? 'read' : 'body', response\)\)/,
      'return false',
    ),
    without(
      'sessions',
      'that all sessions of a person take turns together',
      requestTurns,
      /cookie\?\.person \?\? cookie\?\.secret/,
      'cookie?.secret',
    ),
    without(
      'rejected',
      'the limit of actions that are none',
      requestGuard,
      /if \(!isReading && \(await isRejecting\(caller\)\)\) return true/,
    ),
    without(
      'unread',
      'that an action which cannot be read is answered 400',
      'lib/identity/auth/action-requests.ts',
      /own\.isRejected \? 400 : status/,
      'status',
    ),
    without(
      'lane',
      'the lane of short tasks',
      lanes,
      /=> SHORT_TASKS\.includes\(name\)/,
      '=> name === SHORT_TASKS[-1]',
    ),
    without('person', 'the share of a person', share, /jobs >= places - taken \? \[flag\] : \[\]/, '[]'),
    without('third', 'the place that two people leave to a third', share, /jobs >= places - taken/, 'jobs >= 3'),
    without(
      'owner',
      'that the companies of one person count together',
      'lib/core/queue/job-owner.sql',
      /'owner:' \|\| m\.user_id/,
      "'owner:' || m.organization_id",
    ),
    without('format', 'that the content decides what a picture is', pictures, /if \(!isPicture\(file\)\) return null/),
    without(
      'picture-line',
      'the line of each company’s and each person’s pictures',
      pictures,
      /id \? limitedByOwner\(id, run\) : run\(\)/,
      'run()',
    ),
    without(
      'picture-person',
      'that the pictures of one person wait in one line, whatever company they are for',
      pictures,
      /\[userId, organizationId\]\.reduce/,
      '[organizationId].reduce',
    ),
    without(
      'reserve',
      'the free space that is left to orders',
      room,
      /if \(await isDiskFull\(\)\) throw new UserError\('diskFull'\)/,
    ),
    without('storage', 'the limit of a company’s files', room, /if \(stored \+ bytes > [^\n]+/),
    without(
      'rows',
      'the limit of a company’s staged rows',
      room,
      /if \(isFull\) throw new UserError\('stagedRowsFull'[^\n]+/,
    ),
    without(
      'imports',
      'the limit of imports that wait for a confirmation',
      openImports,
      /if \(count >= \(isMoney \? MOST_OPEN_OF_MONEY : MOST_OPEN\)\)\s+throw [^\n]+/,
    ),
    without(
      'day',
      'that they end after a day',
      openImports,
      /const UNCONFIRMED_DAYS = 1/,
      'const UNCONFIRMED_DAYS = 7',
    ),
  ],
})
