const domainOf = (name: string) => name.split('.')[0]!

/** The first name of each domain, of names as `order.place`, so that the default form tries each kind once. */
export const oneOfEachDomain = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex((other) => domainOf(other) === domainOf(name)) === at)
