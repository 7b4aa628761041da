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

async function send(what: Pick<autocannon.Options, 'url' | 'method' | 'requests'>, load: Load): Promise<number> {
  const many = 'seconds' in load ? { duration: load.seconds } : { amount: load.amount }
  const result = await autocannon({ ...what, connections: load.connections, ...many })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${what.url}: ${result.non2xx} refused and ${result.errors} broken of ${result.requests.total}`)
  }
  return result['2xx']
}
