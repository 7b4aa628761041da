import { EVIDENCE_TABLES, type EvidenceKind, likelihoodRatio, SOURCES, type Source } from './evidence-tables.ts'

/**
 * The sequential probability ratio test of one host and model. It begins with nothing known. Each checked job moves it;
 * once what speaks against the host passes a bound that an honest host's whole life reaches once in a thousand, the
 * host is `refused`, and only an operator ends that. What speaks strongly against it without that puts it `on watch`,
 * and enough that speaks for it makes it `verified`; both change as evidence comes.
 *
 * Against a host each source keeps, for each share of its jobs that a cheat may spoil, a mixture over the job at which
 * it may have begun: a host that turns after years of honesty is found almost as soon as one that cheats at once, and
 * the bound holds for its life and not a job: under honesty each of these is a martingale that begins at one, and so is
 * their mean, which passes a bound b ever with probability 1 / b at most (Ville). Nothing is reset, floored or
 * forgotten there, since that would break it. For a host one sum counts, which has a floor, so that credit once earned
 * is soon spent.
 */
export interface SequentialTest {
  /** Jobs that counted. */
  jobs: number
  against: Partial<Record<Source, SourceState>>
  /** The log-likelihood ratio of a cheat against an honest host: low where much speaks for the host. */
  doubt: number
}

/** `ratios`: the logarithm of each mixture, by the share of jobs that a cheat spoils. */
interface SourceState {
  jobs: number
  ratios: readonly number[]
}

/** One measured thing of a checked job. */
export interface Observation {
  kind: EvidenceKind
  level: number
}

export const VERDICTS = ['undecided', 'verified', 'watch', 'refused'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Honest hosts that are ever refused. */
export const FALSE_ACCUSATIONS = 1 / 1000
/** Honest hosts that are ever on watch for a model. */
const WATCHED = 1 / 20
/** Hosts that spoil a third of their jobs and are verified all the same, at first. */
const FALSE_VERIFICATIONS = 1 / 20
const SPOILED_TO_VERIFY = 0.3
/** One lucky text is none. */
const LEAST_JOBS = 5
/** How far below the bound of verification doubt may fall: about one bad job's worth. */
const CREDIT = 2.5

/** Which share of the jobs a cheat spoils. */
const SPOILED = [1, 0.3, 0.1] as const
/** Which source is believed to show it, before anything is known. */
const WEIGHTS: Readonly<Record<Source, number>> = { scoring: 0.6, replay: 0.15, plausibility: 0.15, answers: 0.1 }

/** The logarithm of no weight at all, as JSON can hold it. */
const NOTHING = -1e6

/** The weight of all beginnings from the k-th job on: falls so slowly that a late turn costs few nats more. */
const notBefore = (k: number) => 1 / (1 + Math.log(k))

const UNSEEN: SourceState = { jobs: 0, ratios: SPOILED.map(() => NOTHING) }

/** Of a source that came later than the test began nothing has been seen. */
const of = ({ against }: SequentialTest, source: Source) => against[source] ?? UNSEEN

export const beginTest = (): SequentialTest => ({ jobs: 0, against: {}, doubt: 0 })

/** The test with one more job in it; several things of one source count as their mean, which keeps the bound. Pure. */
export function withEvidence(test: SequentialTest, observations: readonly Observation[]): SequentialTest {
  if (observations.length === 0) return test
  const ratios = bySource(observations)
  const against = Object.fromEntries(
    SOURCES.map((source) => {
      const ratio = ratios.get(source)
      return [source, ratio === undefined ? of(test, source) : withRatio(of(test, source), ratio)]
    }),
  )
  return { jobs: test.jobs + 1, against, doubt: doubtAfter(test.doubt, ratios) }
}

/** Nats that speak against the host: the logarithm of what under honesty is one in the mean. Pure. */
export function accusation(test: SequentialTest): number {
  const parts = SOURCES.flatMap((source) => {
    const { jobs, ratios } = of(test, source)
    const weight = Math.log(WEIGHTS[source] / SPOILED.length)
    const waiting = Math.log(notBefore(jobs + 1))
    return ratios.map((ratio) => weight + logAdd(ratio, waiting))
  })
  return parts.reduce(logAdd)
}

/**
 * What it has come to. `trial`: the how many-eth test of the host this is, of whichever model, since each of them has
 * its share of the host's one lifetime. Pure.
 */
export function verdictOf(test: SequentialTest, trial = 1): Verdict {
  const nats = accusation(test)
  if (nats >= refusedFrom(trial)) return 'refused'
  if (nats >= -Math.log(WATCHED)) return 'watch'
  return test.jobs >= LEAST_JOBS && test.doubt <= Math.log(FALSE_VERIFICATIONS) ? 'verified' : 'undecided'
}

/** What was checked last has not been made up for: half a nat above the least doubt that there can be. Pure. */
export const isDoubted = ({ doubt }: SequentialTest) => doubt > Math.log(FALSE_VERIFICATIONS) - CREDIT + 0.5

/** The shares 1 / (k (k + 1)) of all trials sum to one. */
export function refusedFrom(trial: number): number {
  return Math.log(trial * (trial + 1)) - Math.log(FALSE_ACCUSATIONS)
}

/** About how many checked jobs like the usual one of an honest host it takes until it is verified; 0: it is. Pure. */
export function jobsUntilVerified(test: SequentialTest): number {
  const usual = Math.log(spoiling(likelihoodRatio('greedy_misses', 0), SPOILED_TO_VERIFY))
  const left = Math.max(0, test.doubt - Math.log(FALSE_VERIFICATIONS))
  return Math.max(Math.ceil(left / -usual), LEAST_JOBS - test.jobs, 0)
}

function bySource(observations: readonly Observation[]): Map<Source, number> {
  const seen = Map.groupBy(observations, ({ kind }) => EVIDENCE_TABLES[kind].source)
  return new Map(
    [...seen].map(([source, of]) => {
      const sum = of.reduce((total, { kind, level }) => total + likelihoodRatio(kind, level), 0)
      return [source, sum / of.length]
    }),
  )
}

function withRatio({ jobs, ratios }: SourceState, ratio: number): SourceState {
  const begins = Math.log(notBefore(jobs + 1) - notBefore(jobs + 2))
  const moved = ratios.map((before, at) => logAdd(before, begins) + Math.log(spoiling(ratio, SPOILED[at] as number)))
  return { jobs: jobs + 1, ratios: moved }
}

/** What looks plausible is no sign of the right model: only texts under the reference's eyes speak for a host. */
function doubtAfter(doubt: number, ratios: ReadonlyMap<Source, number>): number {
  const shown = ratios.get('scoring') ?? ratios.get('replay')
  const odd = Math.max(ratios.get('plausibility') ?? 1, ratios.get('answers') ?? 1)
  const ratio = shown === undefined ? Math.max(1, odd) : Math.max(shown, odd > 1 ? odd : 0)
  const moved = doubt + Math.log(spoiling(ratio, SPOILED_TO_VERIFY))
  return Math.max(moved, Math.log(FALSE_VERIFICATIONS) - CREDIT)
}

const spoiling = (ratio: number, share: number) => 1 - share + share * ratio

/** ln(e^a + e^b). */
function logAdd(a: number, b: number): number {
  const [most, least] = a > b ? [a, b] : [b, a]
  return most + Math.log1p(Math.exp(least - most))
}
