export function migrate(
  ownerUrl: string,
  folder: string,
  say?: (line: string) => void,
  patience?: object,
): Promise<number>
