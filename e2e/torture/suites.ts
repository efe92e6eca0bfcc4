import { accessSuites } from './access-suites'
import { attackSuites } from './attack-suites'
import { erasedBuyer } from './erased-buyer'
import { ninetyOneDays } from './ninety-one-days'
import { outsideSuites } from './outside-suites'
import type { Scenario } from './scenario'
import { suite } from './suite'
import { without } from './text-mutants'

/** The rows that tests of their own hold. */
export const suites: Scenario[] = [
  ...accessSuites,
  ...outsideSuites,
  ...attackSuites,
  ninetyOneDays,
  erasedBuyer,
  suite({
    name: 'backup',
    claim: 'restore drill verifies what it restored; a point in time can be restored, again and again',
    ...{ step: 'integration', tests: ['scripts/backup'] },
    mutants: [
      without(
        'looked-over',
        'the look at what was restored',
        'scripts/backup/look-over.mjs',
        /return wrong\.length \+ found\.filter\(\(status\) => status !== 0\)\.length/,
        'return 0 * (wrong.length + found.length)',
      ),
      without(
        'moment',
        'the moment at which the recovery ends',
        'scripts/backup/recover.mjs',
        /recovery_target_time: to\.toISOString\(\)\.replace\('Z', '\+00'\),/,
      ),
    ],
  }),
  suite({
    name: 'migrations',
    claim: 'migrations are resumable when killed: started again, the database comes out whole and each is applied once',
    ...{ step: 'integration', tests: ['lib/migrations-(killed|waiting)'] },
    mutants: [
      without(
        'transaction',
        'the transaction around a migration and its row',
        'scripts/migrations.mjs',
        /await client\.query\(begin\)/,
      ),
    ],
  }),
]
