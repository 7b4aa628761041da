import type { Database } from '../../storage/database.ts'
import { secretsKeyFile, takeSecretsKey } from '../../storage/secrets-key.ts'
import { isSealed, type Seals, sealsBy } from './seals.ts'
import { allFactors, replaceSecret } from './store.ts'

/** What is sealed in the database cannot be opened with what lies in the data directory. */
export class SecretsKeyError extends Error {
  override name = 'SecretsKeyError'
}

/**
 * The seals of a server's second factors, by the key in its data directory; the first start makes it. What is stored
 * without a seal from before gets one. Throws SecretsKeyError where what is sealed needs another key.
 */
export async function openSeals(database: Database, data: string): Promise<Seals> {
  const factors = await allFactors(database)
  const sealed = factors.filter(({ secret }) => isSealed(secret))
  const key = takeSecretsKey(data, sealed.length === 0)
  if (!key) throw new SecretsKeyError(`${secretsKeyFile(data)} is missing, or not${advice(data, sealed.length)}`)
  const seals = sealsBy(key)
  for (const { user_id, secret } of sealed.slice(0, 1)) {
    try {
      seals.open(user_id, secret)
    } catch {
      throw new SecretsKeyError(`${secretsKeyFile(data)} is another key${advice(data, sealed.length)}`)
    }
  }
  const bare = factors.filter(({ secret }) => !isSealed(secret))
  for (const { user_id, secret } of bare)
    await database.transaction((tx) =>
      replaceSecret(tx, { user_id, from: secret, to: seals.seal(user_id, Buffer.from(secret, 'base64')) }),
    )
  if (bare.length > 0) database.scrub()
  return seals
}

/** What is sealed by this to show that another server's seals are by the same key. */
const ALL_SERVERS = 'all servers'

/**
 * Throws SecretsKeyError where another server of the same marketplace has another key. `agreed` answers what the first
 * server said of something.
 */
export async function demandOneKey(
  seals: Seals,
  data: string,
  agreed: (what: string, said: string) => Promise<string>,
): Promise<void> {
  const shown = await agreed('secrets key', seals.seal(ALL_SERVERS, Buffer.from(ALL_SERVERS)))
  try {
    seals.open(ALL_SERVERS, shown)
  } catch {
    throw new SecretsKeyError(
      `${secretsKeyFile(data)} is another key than that of the servers beside this one: ${COPY}`,
    )
  }
}
const COPY = 'copy secrets.key from the data directory of one of them, and start again'

const advice = (data: string, count: number) =>
  ` than the one with which the authenticator apps of ${count} users are encrypted in the database: put the file back that belongs to it, as it was copied beside the backup; where there is none any more, take these second factors away with mkt-server users reset-second-factor NAME --data ${data}, and start again`
