import autocannon from 'autocannon'

export interface Shot {
  authorization: string
  body: unknown
}

/** Sends POSTs over so many connections, one at a time on each, for a time or a number; answers how many succeeded. */
export async function fire(
  url: string,
  path: string,
  shots: Shot[],
  load: { connections: number } & ({ seconds: number } | { amount: number }),
): Promise<number> {
  const result = await autocannon({
    url: url + path,
    method: 'POST',
    connections: load.connections,
    requests: shots.map(({ authorization, body }) => ({
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })),
    ...('seconds' in load ? { duration: load.seconds } : { amount: load.amount }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} refused and ${result.errors} broken of ${result.requests.total}`)
  }
  return result['2xx']
}
