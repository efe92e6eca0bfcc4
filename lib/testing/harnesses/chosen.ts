const domainOf = (name: string) => name.split('.')[0]!

/** Of names as `order.place` the first one of each domain, so that the default form tries each kind once. */
export const oneOfEachDomain = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex((other) => domainOf(other) === domainOf(name)) === at)
