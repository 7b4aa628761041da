import { mayClose } from './account-end.ts'
import type { Books } from './books.ts'
import { Buyer } from './buyer.ts'
import type { Cast } from './cast.ts'
import { checkTotals } from './check-totals.ts'
import { HonestHost } from './honest-host.ts'
import { HostOwner, type OwnedHost } from './host-owner.ts'
import { bringMisfortunes, supervise } from './misfortunes.ts'
import { Operator } from './operator.ts'
import { ScriptedHost } from './scripted-host.ts'
import { segmentsByJob } from './segments.ts'
import { StreamReader } from './stream-reader.ts'
import type { World } from './world.ts'

export type Stage = ReturnType<typeof play>

const OWNER_ROUND_MS = 20_000
/** In one of so many worlds what the server tells of itself is compared with its books. */
const COUNTED_WORLDS = 4
/** In one of so many worlds jobs may be left that nobody is cheap enough for; they expire after ten minutes. */
const DEAR_WORLDS = 16
const GIFT_MS = 40_000
/** Longer than a late message and the longest standstill together. */
const LAST_WORD_MS = 150_000

/** Brings the cast onto the stage and lets it act. */
export function play(world: World, cast: Cast) {
  const agents = cast.honest.map((terms) => new HonestHost(world, world.truth, terms))
  const scripted = cast.scripted.map((terms) => new ScriptedHost(world, terms))
  const operator = new Operator(world, cast.operator.secret)
  const jumps = { count: 0 }
  world.start('misfortunes', () => bringMisfortunes(world, agents, jumps))
  void world.server.start()
  void supervise(world, agents)
  for (const agent of agents) agent.start()
  const others = (name: string) => () => jobsOfOthers(world, name)
  for (const host of scripted) world.start(host.terms.name, () => host.run(others(host.terms.name)))
  for (const { account, wishes } of cast.buyers)
    new Buyer(world, account, (job_id) => operator.decide(job_id)).shop(wishes)
  for (const { account } of cast.buyers) world.start('an account', () => mayClose(world, account))
  for (const [number, { account }] of cast.buyers.entries()) {
    const chance = world.chance('grants', account.name)
    const amount = BigInt(chance.int(1, 50_000_000))
    if (number === 0)
      world.start('a grant', () =>
        operator.grant(chance.int(0, GIFT_MS), account.user_id, amount, `gift for ${account.name}`),
      )
  }
  const owned = () => [
    ...agents.flatMap((agent) => ownedAgent(agent)),
    ...scripted.flatMap((host) => ownedScript(host)),
  ]
  for (let number = 0; number < agents.length + scripted.length; number++)
    world.start('an owner', () => manage(world, operator, number, () => owned()[number]))
  let encore = false
  return {
    agents,
    scripted,
    /** Once all has ended, everybody reads all of it once more; true while that is to be waited for. */
    encore(books: Books): boolean {
      if (encore) return false
      encore = true
      const accounts = new Map(cast.buyers.map(({ account }) => [account.user_id, account]))
      for (const { job_id, user_id, prompt } of world.facts.submissions.values()) {
        const account = accounts.get(user_id)
        if (job_id === undefined || !account || world.facts.closedAccounts.has(user_id)) continue
        world.start(`an encore of ${job_id}`, () => new StreamReader(world, account, { prompt, job_id }).read())
      }
      if (world.seed % COUNTED_WORLDS === 0) world.start('the public', () => checkTotals(world, books, cast))
      return true
    },
    /** Tells which hosts were honest. */
    reveal(): void {
      for (const { identity, terms } of agents) {
        if (!identity) continue
        world.facts.honestHosts.add(identity.host_id)
        world.facts.asks(identity.host_id, terms.price_nano)
      }
    },
    end(): void {
      for (const agent of agents) agent.kill()
      for (const host of scripted) host.life.end()
      world.server.killAll('at the end')
    },
    reached: (books: Books) => reachedOf(world, books),
  }
}

function jobsOfOthers(world: World, name: string): string[] {
  return [...world.facts.submissions.values()].flatMap(({ job_id }) => {
    if (job_id === undefined) return []
    return [...world.facts.offers].some(([key, host]) => key.startsWith(job_id) && host === name) ? [] : [job_id]
  })
}

function ownedAgent({ identity, terms }: HonestHost): OwnedHost | undefined {
  if (!identity) return undefined
  return { name: terms.name, host_id: identity.host_id, api_key: identity.api_key, owner: terms.owner?.secret }
}

function ownedScript({ host_id, api_key, terms }: ScriptedHost): OwnedHost | undefined {
  if (host_id === undefined || api_key === undefined) return undefined
  return { name: terms.name, host_id, api_key, owner: undefined }
}

/** An owner's rounds: prices, pauses, withdrawals, and what the operator makes of them. */
async function manage(
  world: World,
  operator: Operator,
  number: number,
  hostOf: () => OwnedHost | undefined,
): Promise<void> {
  const { plan } = world
  const owner = new HostOwner(world, `owner${number}`)
  const chance = world.chance('manage', number)
  while (!plan.healed) {
    await world.pause(chance.int(OWNER_ROUND_MS / 2, OWNER_ROUND_MS))
    const host = hostOf()
    if (!host) continue
    if (plan.strikes('price_changed')) await owner.changePrice(host, BigInt(chance.int(1, 3_000_000)))
    if (plan.strikes('host_paused')) await owner.pauseFor(host, chance.int(1000, 30_000))
    if (plan.strikes('host_disabled') && host.name.startsWith('script')) await operator.disable(host.host_id)
    if (chance.next() < 0.4) continue
    const withdrawal = await owner.withdraw(host)
    if (withdrawal) await operator.resolve(withdrawal.destination, withdrawal.withdrawal_id)
  }
  // In most worlds the host of all models is in the end so cheap that it may run whatever was left over. A request that
  // came twice may lie at a server that stands still: what it says is said once more behind that.
  for (const wait_ms of [0, LAST_WORD_MS]) {
    await world.pause(wait_ms)
    const host = hostOf()
    if (number !== 0 || !host) continue
    if (wait_ms > 0) await owner.resume(host)
    if (world.seed % DEAR_WORLDS !== 0) await owner.changePrice(host, 1n)
  }
}

function reachedOf(world: World, books: Books): Map<string, number> {
  const reached = new Map<string, number>()
  const count = (what: string, by = 1) => reached.set(what, (reached.get(what) ?? 0) + by)
  for (const job of books.jobs()) {
    count('jobs')
    count(`job ${job.state === 'completed' ? `completed ${job.finish_reason}` : `failed ${job.error}`}`)
    count('attempts', Number(job.attempt))
    if (job.error === 'cancelled' && job.charged_nano > 0n) count('job cancelled and charged')
    else if (job.state === 'failed' && job.charged_nano > 0n) count('job failed, kept and charged')
  }
  for (const segments of segmentsByJob(books).values()) {
    const wrote = segments.filter(({ pieces }) => pieces.length > 0)
    if (wrote.length > 1) count('text gone on with')
    if (wrote.length > 2) count('text of three attempts')
    if (new Set(wrote.map(({ host_id }) => host_id)).size > 1) count('text of several hosts')
    if (wrote.filter(({ billed }) => billed > 0n).length > 1) count('text paid in shares')
  }
  for (const { end, pieces } of world.facts.sessions) {
    count('tokens read', pieces.length)
    count(end ? `stream ended ${end.error ?? 'whole'}` : 'stream left')
  }
  count('streams resumed', world.facts.resumed)
  if (world.facts.channels > 0) count('channels opened', world.facts.channels)
  count('server runs lost', world.server.kills)
  for (const { status } of books.disputes()) count(`dispute ${status}`)
  for (const { status } of books.withdrawals()) count(`withdrawal ${status}`)
  return reached
}
