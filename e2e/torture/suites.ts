import type { Scenario } from './scenario'
import { suite } from './suite'

const GRANT_BARS_NOTHING = 'USING (true) WITH CHECK (true)'

/** The rows that tests of their own hold. */
export const suites: Scenario[] = [
  suite({
    name: 'tenancy-tables',
    claim: 'tenancy: every table × select, insert, update, delete × other organization, none: 0 rows',
    ...{ step: 'integration', tests: ['lib/tenancy.integration'] },
    mutants: [
      {
        name: 'policy',
        removes: 'the policy of one table, in favour of one that bars nothing',
        sql: `DROP POLICY tenant ON expense; CREATE POLICY tenant ON expense ${GRANT_BARS_NOTHING};`,
      },
    ],
  }),
]
