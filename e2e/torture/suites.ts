import { accessSuites } from './access-suites'
import { attackSuites } from './attack-suites'
import { doorSuites } from './door-suites'
import { erasedBuyer } from './erased-buyer'
import { ninetyOneDays } from './ninety-one-days'
import { outsideSuites } from './outside-suites'
import type { Scenario } from './scenario'
import { shares } from './share-suite'
import { suite } from './suite'
import { without } from './text-mutants'

/** The rows that tests of their own hold. */
export const suites: Scenario[] = [
  ...accessSuites,
  ...outsideSuites,
  ...attackSuites,
  ...doorSuites,
  shares,
  ninetyOneDays,
  erasedBuyer,
  suite({
    name: 'backup',
    claim: 'restore drill verifies what it restored; a point in time can be restored, again and again',
    step: 'integration',
    tests: ['scripts/backup'],
    mutants: [
      without(
        'looked-over',
        'the look at what was restored',
        'scripts/backup/verify-backup.mjs',
        /return wrong\.length \+ matches\.filter\(\(status\) => status !== 0\)\.length/,
        'return 0 * (wrong.length + matches.length)',
      ),
      without(
        'moment',
        'the moment at which the recovery ends',
        'scripts/backup/recover.mjs',
        /recovery_target_time: to\.toISOString\(\)\.replace\('Z', '\+00'\),/,
      ),
      without(
        'signature',
        'the look at the signature of a backup',
        'scripts/backup/manifest.mjs',
        /if \(!chainKeysOf\(keys\)\.some\(\(key\) => fits\(signatureOf\(manifest, key\)\)\)\)/,
        'if (false)',
      ),
      without(
        'checksum',
        'the look at the checksum of what is unpacked',
        'scripts/backup/pack.mjs',
        / \|\| result\.sha256 !== expected\)/,
        ')',
      ),
      without(
        'retention',
        'that WAL goes with the last backup that needs it',
        'scripts/backup/retention.mjs',
        / && segmentNumber\(name\) < from\)/,
        ' && false)',
      ),
    ],
  }),
  suite({
    name: 'migrations',
    claim: 'migrations are resumable when killed: started again, the database comes out whole and each is applied once',
    step: 'integration',
    tests: ['lib/core/database/migrations-killed', 'lib/core/database/migrations-waiting'],
    mutants: [
      without(
        'transaction',
        'the transaction around a migration and its row',
        'scripts/migrations.mjs',
        /await client\.query\(begin\)/,
      ),
      without(
        'one',
        'that one process migrates at a time',
        'scripts/migrations.mjs',
        /if \(rows\[0\]\.taken\) return/,
        'return',
      ),
      without(
        'broken-index',
        'that an index whose build was cut short is built again',
        'scripts/migrations.mjs',
        /if \(\(await client\.query\(broken, \[index\]\)\)\.rowCount > 0\)/,
        'if (false)',
      ),
    ],
  }),
]
