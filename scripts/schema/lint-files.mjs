// The faults of a function's file.
import { listObjects } from './files.mjs'

const LONGEST = 80

/** A sentence for each function of more than 80 lines. Take it apart along what it does: lib/sales/orders/write-marketplace-orders.sql. */
export const lintFiles = (objects = listObjects()) =>
  objects
    .filter(({ kind }) => kind === 'function')
    .flatMap(({ key, path, statements }) => {
      const lines = Math.max(...statements.map(({ sql }) => sql.split('\n').length))
      return lines > LONGEST ? [`${path}: ${key} has ${lines} lines, ${LONGEST} at most`] : []
    })
