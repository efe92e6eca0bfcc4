// The parts of a guard's removal.

/** `find` stands once in `file`, and `put` takes its place. */
export const inFile = (file, find, put = '') => ({ file, find, put })

/** The same in the file of a SQL function. */
export const inFunction = (name, find, put = '') => ({ sqlFunction: name, find, put })

/** A statement that runs after all migrations. */
export const afterMigrations = (sql) => ({ sql })

/** `removes` says what is missing; `tests` are files of the default form, one of which has to turn red. */
export const guard = (name, removes, changes, ...tests) => ({ name, removes, changes: [changes].flat(), tests })
