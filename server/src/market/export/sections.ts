import { passkeysOf } from '../../accounts/passkeys/passkey-store.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { describeWebhook } from '../../webhooks/describe.ts'
import { webhooksOf } from '../../webhooks/webhook-store.ts'
import { alertsOf } from '../alerts/store.ts'
import { batchesBehind } from '../batches/batch-store.ts'
import { waitingPages } from '../batches/line-store.ts'
import { contentOf } from '../batches/own-files.ts'
import { conversationsBehind } from '../conversations/store.ts'
import { describeDispute } from '../disputes/report.ts'
import { disputesOfUser } from '../disputes/store.ts'
import { filesBehind } from '../files/file-store.ts'
import { reserveAccount, userAccount } from '../ledger/accounts.ts'
import { answerOf, besideText } from '../pieces/answer.ts'
import { linesOf } from '../statements/lines.ts'
import {
  actsBehind,
  credentialsBehind,
  hostsBehind,
  type JobBehind,
  jobPagesOf,
  purchasesBehind,
  withdrawalsBehind,
} from './store.ts'

const AT_ONCE = 100
/** More than anybody opens, twenty at a time. */
const MOST_DISPUTES = { limit: 10_000, offset: 0 }
/** Behind every id of a transaction. */
const LAST = `ltx_${'z'.repeat(30)}`

/** What one kind of thing holds of a person, one after the other; some are a WithText. */
export type Section = AsyncIterable<object>

/** An object whose last member is a text that is not read at once: files are up to 64 MiB. */
export class WithText {
  readonly members: object
  readonly name: string
  readonly parts: AsyncIterable<string>

  constructor(members: object, name: string, parts: AsyncIterable<string>) {
    this.members = members
    this.name = name
    this.parts = parts
  }
}

/** What the marketplace holds of a person, by the names of the export; secrets are stored nowhere, so not in it. */
export function marketSections(reader: Reader, user_id: string): Record<string, Section> {
  return {
    tokens_and_keys: map(
      pages((after) => credentialsBehind(reader, { user_id, after, limit: AT_ONCE }), 'credential_id'),
      credentialOf,
    ),
    hosts: pages((after) => hostsBehind(reader, { user_id, after, limit: AT_ONCE }), 'host_id'),
    withdrawals: pages((after) => withdrawalsBehind(reader, { user_id, after, limit: AT_ONCE }), 'withdrawal_id'),
    purchases: pages((after) => purchasesBehind(reader, { user_id, after, limit: AT_ONCE }), 'purchase_id'),
    disputes: all(async () => (await disputesOfUser(reader, user_id, MOST_DISPUTES)).map(describeDispute)),
    webhooks: all(async () => (await webhooksOf(reader, user_id)).map(describeWebhook)),
    alerts: all(async () => alertsOf(reader, user_id)),
    credits: ledger(reader, user_id),
    passkeys: all(async () => (await passkeysOf(reader, user_id)).map(passkeyOf)),
    acts_of_operators: acts(reader, user_id, (actor) => actor !== user_id),
    own_acts: acts(reader, user_id, (actor) => actor === user_id),
    batches: map(
      pages((after) => batchesBehind(reader, { user_id, after, limit: AT_ONCE }), 'batch_id'),
      ({ settings_json, ...row }) => ({ ...row, settings: read(settings_json) }),
    ),
    files: filesOf(reader, user_id),
    conversations: map(
      pages((after) => conversationsBehind(reader, { user_id, after, limit: AT_ONCE }), 'conversation_id'),
      ({ jobs_json, ...row }) => ({ ...row, jobs: read(jobs_json) }),
    ),
    // Of lines that are jobs the job has the text.
    batch_lines_waiting: linesWaiting(reader, user_id),
    jobs: map(each(jobPagesOf(reader, user_id)), jobOf),
  }
}

/** What a person has sent, with what is in it; answers are those of jobs. */
async function* filesOf(reader: Reader, user_id: string): AsyncGenerator<object> {
  for await (const row of pages((after) => filesBehind(reader, { user_id, after, limit: AT_ONCE }), 'file_id')) {
    const { state: _, ...rest } = row
    const file = { ...rest, created_at: isoTime(row.created_at) }
    yield row.batch_id === null ? new WithText(file, 'content', contentOf(reader, row)) : { ...file, content: null }
  }
}

async function* linesWaiting(reader: Reader, user_id: string): AsyncGenerator<object> {
  for await (const { batch_id } of pages(
    (after) => batchesBehind(reader, { user_id, after, limit: AT_ONCE }),
    'batch_id',
  )) {
    for await (const line of each(waitingPages(reader, batch_id))) yield { batch_id, ...line }
  }
}

async function* pages<K extends string, T extends Record<K, string>>(
  read: (after: string) => Promise<T[]>,
  id: K,
): AsyncGenerator<T> {
  for (let after = ''; ; ) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last[id]
  }
}

async function* map<T>(rows: AsyncIterable<T>, describe: (row: T) => object): AsyncGenerator<object> {
  for await (const row of rows) yield describe(row)
}

async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

async function* all(read: () => Promise<object[]>): AsyncGenerator<object> {
  yield* await read()
}

type Credential = Awaited<ReturnType<typeof credentialsBehind>>[number]

function credentialOf({ credential_id, kind, name, made_by, parent_id, ...row }: Credential): object {
  return {
    ...{ id: credential_id, kind, name, made_by, parent_id, created_at: isoTime(row.created_at) },
    expires_at: isoTimeOrNull(row.expires_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    ...{ scopes: read(row.scopes_json), models: read(row.models_json), spending: read(row.spending_json) },
  }
}

function jobOf({ pieces_json, options_json, routing_json, spending_json, ...row }: JobBehind): object {
  const answer = pieces_json === null ? undefined : answerOf(row.job_id, JSON.parse(pieces_json) as string[])
  return {
    ...row,
    options: read(options_json),
    routing: read(routing_json),
    counted_by: read(spending_json),
    output_text: answer?.content ?? null,
    ...(answer ? besideText(answer) : {}),
  }
}

async function* ledger(reader: Reader, user_id: string): AsyncGenerator<object> {
  const accounts = [userAccount, reserveAccount].flatMap((name) => [name(user_id), name(user_id, 'promo')])
  for await (const { at, amount_nano, ...line } of linesOf(reader, accounts as [string], { after: '', before: LAST }))
    yield { ...line, at: isoTime(at), amount: amount_nano }
}

type Passkey = Awaited<ReturnType<typeof passkeysOf>>[number]

function passkeyOf({ passkey_id, credential_id, name, synced, transports_json, ...row }: Passkey): object {
  return {
    ...{ passkey_id, credential_id, public_key: row.public_key, name, counter: row.counter, synced: synced === 1 },
    transports: read(transports_json),
    ...{ created_at: isoTime(row.created_at), last_used_at: isoTimeOrNull(row.last_used_at) },
  }
}

/** What operators did to the account, not who did, who are persons too; or what its user did with its passkeys. */
async function* acts(reader: Reader, user_id: string, by: (actor: string) => boolean): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const rows = await actsBehind(reader, { user_id, after, limit: AT_ONCE })
    for (const { entry, at, act, before_json, after_json } of rows.filter(({ actor }) => by(actor)))
      yield { entry, at: isoTime(at), act, before: read(before_json), after: read(after_json) }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.entry
  }
}

const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
