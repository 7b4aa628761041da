import type { listedHosts } from './listing-store.ts'

type Row = Awaited<ReturnType<typeof listedHosts>>[number]

/** GET /hosts: one entry a host with the models that it serves now; pure. */
export function listHosts(rows: readonly Row[]) {
  const hosts = new Map<string, { row: Row; models: string[] }>()
  for (const row of rows) {
    const host = hosts.get(row.host_id) ?? { row, models: [] }
    if (row.available === 1) host.models.push(row.model)
    hosts.set(row.host_id, host)
  }
  return [...hosts.values()].map(({ row, models }) => ({
    host_id: row.host_id,
    gpu: row.gpu,
    status: row.status,
    models,
    price_per_token: row.price_nano,
    backend: row.backend,
  }))
}

/** GET /models: every model that a listed host serves; price and max_tokens over the active ones, else over all. */
export function listModels(rows: readonly Row[]) {
  const byModel = Map.groupBy(
    rows.filter((row) => row.available === 1),
    (row) => row.model,
  )
  return [...byModel]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, serving]) => {
      const active = serving.filter((row) => row.status === 'active' && row.paused === 0)
      const quoted = active.length > 0 ? active : serving
      return {
        name,
        available_hosts: active.length,
        min_price_per_token: quoted.reduce(
          (least, row) => (row.price_nano < least ? row.price_nano : least),
          quoted[0]?.price_nano ?? 0n,
        ),
        // Not Math.max over a spread: a model may have more hosts than a call takes arguments.
        max_tokens: quoted.reduce((most, row) => (row.max_tokens > most ? row.max_tokens : most), 0),
      }
    })
}
