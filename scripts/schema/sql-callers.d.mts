export function readHeads(): { name: string; head: string; wanted: string }[]
export function readWrongCalls(): { from: string; to: string }[]
