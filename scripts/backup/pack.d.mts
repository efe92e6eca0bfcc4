/** Packs a file of a folder; null where there is none. Throws where a link leads to it, or it is no file. */
export function pack(folder: string, path: string, target: string): Promise<{ bytes: number; sha256: string } | null>
