import autocannon from 'autocannon'

export interface Shot {
  authorization: string
  body: unknown
}

type Load = { connections: number } & ({ seconds: number } | { amount: number })

/** Sends POSTs over so many connections, one at a time on each, for a time or a number; answers how many succeeded. */
export async function fire(url: string, path: string, shots: Shot[], load: Load): Promise<number> {
  const requests = shots.map(({ authorization, body }) => ({
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
  return await send({ url: url + path, method: 'POST', requests }, load)
}

/** The same with GETs, with each of the credentials in turn. */
export async function read(url: string, path: string, authorizations: string[], load: Load): Promise<number> {
  const requests = authorizations.map((authorization) => ({ headers: authorization ? { authorization } : {} }))
  return await send({ url: url + path, method: 'GET', requests }, load)
}

/** Resolves with the last answer: autocannon itself notices the end of a number only at the next full second. */
function send(what: Pick<autocannon.Options, 'url' | 'method' | 'requests'>, load: Load): Promise<number> {
  const many = 'seconds' in load ? { duration: load.seconds } : { amount: load.amount }
  const wanted = 'seconds' in load ? Number.POSITIVE_INFINITY : load.amount
  const answers = new Map<number, number>()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answered = 0
  const settle = (errors = 0) => {
    const refused = [...answers.keys()].filter((status) => status >= 300)
    if (refused.length === 0 && errors === 0) return resolve(answered)
    reject(new Error(`${what.url}: ${JSON.stringify(Object.fromEntries(answers))}, and ${errors} broken`))
  }
  const { requests = [] } = what
  let clients = 0
  // Else all connections go through the list in step, and ask for the same host at the same moment.
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((clients++ * requests.length) / load.connections)
    if (requests.length > 1) client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
  }
  const run = autocannon({ ...what, connections: load.connections, ...many, setupClient }, (error, result) =>
    error ? reject(error) : settle(result.errors),
  )
  run.on('response', (_client, status) => {
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (++answered === wanted) settle()
  })
  return promise
}
