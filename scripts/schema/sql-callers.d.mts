export function readHeads(): { name: string; head: string; wanted: string }[]
