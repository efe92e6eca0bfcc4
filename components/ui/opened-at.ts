'use client'

import { createContext } from 'react'

/** When the form around it was opened, or last read again, on the clock of `performance.now`. */
export const OpenedAt = createContext(0)
