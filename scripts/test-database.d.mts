export function testDataFolder(): string
