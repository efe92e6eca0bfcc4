/** The milliseconds of processor time that `work` takes: time that other processes take from this one is not counted. */
export async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  return process.cpuUsage(begun).user / 1000
}
