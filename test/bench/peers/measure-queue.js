const SECONDS = 3
const IN_FLIGHT = 32
const PICKUPS = 100
const BETWEEN_MS = 15

/**
 * Measures a queue: jobs added a second with so many adds in flight, then how long one job takes from its add until an
 * idle worker has it. The figures go to the parent process as one message.
 * @param {{ add: (data: object) => Promise<unknown>, work: (taken: (data: { sent: number }) => void) => Promise<void>, empty: () => Promise<unknown> }} queue
 */
export async function measureQueue({ add, work, empty }) {
  const text = 'Tell me about the sea. '.repeat(20)
  await Promise.all(Array.from({ length: 200 }, () => add({ text })))
  const until = performance.now() + SECONDS * 1000
  let added = 0
  const adder = async () => {
    for (; performance.now() < until; added++) await add({ text })
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: IN_FLIGHT }, adder))
  const per_s = added / ((performance.now() - start) / 1000)
  await empty()
  process.send?.({ per_s, pickup_ms: await pickUps(add, work) })
}

async function pickUps(add, work) {
  const times = []
  let heard = () => {}
  await work(({ sent }) => {
    if (sent !== undefined) times.push(performance.now() - sent)
    heard()
  })
  for (let at = 0; at < PICKUPS; at++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    const taken = new Promise((resolve) => {
      heard = resolve
    })
    await add({ sent: performance.now() })
    await taken
  }
  return times
}
