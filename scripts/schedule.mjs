/** The first of the waiting steps that may begin: what it needs is done, and its lanes are free. */
export const nextStep = (waiting, { done, freeLanes }) =>
  waiting.find(({ needs, lanes }) => lanes <= freeLanes && (!needs || done.has(needs)))

/**
 * Runs steps beside each other, in their order, as long as cores are free: a step fills as many lanes as it keeps cores
 * busy. `run` answers whether a step held. A step whose required step failed is given to `skip` instead.
 */
export async function runSchedule(steps, { lanes, run, skip }) {
  const waiting = [...steps]
  const names = new Set(steps.map(({ name }) => name))
  // A step that was named alone stands without what it needs.
  const done = new Set(steps.flatMap(({ needs }) => (needs && !names.has(needs) ? [needs] : [])))
  const running = new Map()
  let freeLanes = lanes
  const leave = (step) => waiting.splice(waiting.indexOf(step), 1)
  const begin = (step) => {
    leave(step)
    freeLanes -= step.lanes
    const ended = run(step).then((holds) => {
      running.delete(step.name)
      freeLanes += step.lanes
      if (holds) done.add(step.name)
      else for (const other of waiting.filter(({ needs }) => needs === step.name)) skip(leave(other)[0])
    })
    running.set(step.name, ended)
  }
  for (;;) {
    for (let step = nextStep(waiting, { done, freeLanes }); step; step = nextStep(waiting, { done, freeLanes }))
      begin(step)
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  if (waiting.length > 0) throw new Error(`These steps can never begin: ${waiting.map(({ name }) => name).join(', ')}.`)
}
