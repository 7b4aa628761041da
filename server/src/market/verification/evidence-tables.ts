/**
 * Where evidence comes from. Observations of one source are of different jobs and so independent given an honest host;
 * those of different sources may be of one job, and are never multiplied.
 */
export const SOURCES = ['scoring', 'replay', 'plausibility'] as const
export type Source = (typeof SOURCES)[number]

/** What is measured. */
export const KINDS_OF_EVIDENCE = ['greedy_gap', 'sampled_gap', 'agreement', 'plausibility'] as const
export type EvidenceKind = (typeof KINDS_OF_EVIDENCE)[number]

/**
 * How one measure speaks. Level i holds what is at least `from[i - 1]` and below `from[i]`; a higher level is worse.
 * `honest` and `cheating` say how often a job of such a host falls on each level.
 */
export interface EvidenceTable {
  source: Source
  from: readonly number[]
  honest: readonly number[]
  cheating: readonly number[]
}

/**
 * Rules that decide, as data. Two things hold of each table, and a test holds them: both rows sum to one, and the
 * ratio of cheating to honest grows with the level. So whoever is no worse than the honest row, level by level summed
 * from the worst, is accused no more often than that row would be: the row is the worst host that still counts as
 * honest, with other kernels, batches and roundings than the reference's, and not the usual one.
 */
export const EVIDENCE_TABLES: Readonly<Record<EvidenceKind, EvidenceTable>> = {
  // Nats a token by which a greedy text falls below the reference's most likely tokens, beyond what the reference's own
  // does. Rounding moves only near ties, which cost next to nothing; another model's choice costs tenths of a nat.
  greedy_gap: {
    source: 'scoring',
    from: [0.015, 0.04, 0.08, 0.15, 0.3],
    honest: [0.72, 0.19, 0.07, 0.015, 0.004, 0.001],
    cheating: [0.04, 0.08, 0.12, 0.22, 0.3, 0.24],
  },
  // The same of a sampled text, against the mean of one that the reference sampled: both vary from draw to draw.
  sampled_gap: {
    source: 'scoring',
    from: [0.05, 0.15, 0.3, 0.5, 0.9],
    honest: [0.58, 0.25, 0.125, 0.035, 0.008, 0.002],
    cheating: [0.12, 0.14, 0.22, 0.24, 0.18, 0.1],
  },
  // One minus the agreement of two greedy texts. Honest engines part at the first near tie, and hardly any later than
  // other models do on a prompt that leaves much open: it says little against a host and much for one.
  agreement: {
    source: 'replay',
    from: [0.05, 0.3, 0.5, 0.7],
    honest: [0.4, 0.2, 0.18, 0.14, 0.08],
    cheating: [0.02, 0.08, 0.2, 0.35, 0.35],
  },
  // How far an answer is from what the reference's answer to the same prompt looks like: see plausibility.ts.
  plausibility: {
    source: 'plausibility',
    from: [1, 2, 3],
    honest: [0.95, 0.0415, 0.0075, 0.001],
    cheating: [0.45, 0.25, 0.18, 0.12],
  },
}

/** The level of a measured value. Pure. */
export function levelOf(kind: EvidenceKind, value: number): number {
  const { from } = EVIDENCE_TABLES[kind]
  const above = from.findIndex((bound) => value < bound)
  return above === -1 ? from.length : above
}

/** How many times as likely a value of this level is of a host that cheats as of one that does not. Pure. */
export function likelihoodRatio(kind: EvidenceKind, level: number): number {
  const { honest, cheating } = EVIDENCE_TABLES[kind]
  const [h, c] = [honest[level], cheating[level]]
  if (h === undefined || c === undefined) throw new RangeError(`${kind} has no level ${level}`)
  return c / h
}
