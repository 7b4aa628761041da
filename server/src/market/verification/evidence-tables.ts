/**
 * Where evidence comes from. Observations of one source are of different jobs and so independent given an honest host;
 * those of different sources may be of one job, and are never multiplied.
 */
export const SOURCES = ['scoring', 'replay', 'plausibility', 'answers'] as const
export type Source = (typeof SOURCES)[number]

/** What is measured. */
export const KINDS_OF_EVIDENCE = [
  ...(['greedy_misses', 'sampled_lack', 'sampled_gap', 'agreement', 'plausibility', 'unanswered'] as const),
] as const
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
  // The share of a greedy text's tokens that are not the reference's likeliest, near ties and one free. Measured on an
  // H100, 192 texts of 128 tokens: every one of bf16 and fp16 and 99.5 of 100 of int8 are on the first level, 93 of 100
  // of six bits, which the honest row is: worse than any engine that keeps the weights. 4 bits miss 36 in 1,000 tokens,
  // 3 bits 104; a smaller model missed 23 in 100.
  greedy_misses: {
    source: 'scoring',
    from: [0.004, 0.012, 0.028, 0.05, 0.1],
    honest: [0.925, 0.05, 0.017, 0.005, 0.002, 0.001],
    cheating: [0.12, 0.08, 0.2, 0.24, 0.19, 0.17],
  },
  // Standard deviations by which a sampled text is less likely than the reference's texts are. Of an honest host it is
  // normal, and the honest row has fatter tails than that; measured there at temperature 1, 96 texts: honest ones -0.1
  // in the median and 2 at most in 95 of 100, a smaller model's 3.1, 2 bits' 5.8, another model's 4.8, 4 bits' 0.1.
  sampled_lack: {
    source: 'scoring',
    from: [1, 2, 3, 4, 6],
    honest: [0.8, 0.145, 0.042, 0.0095, 0.0026, 0.0009],
    cheating: [0.12, 0.13, 0.2, 0.2, 0.21, 0.14],
  },
  // Where the reference shows too little for that: by how much less likely a sampled text is than one that the
  // reference sampled, as a part of that one's nats a token. Measured there at temperatures 0.7 and 1: honest ones vary
  // by a third from draw to draw, a smaller model's lie a third lower in the mean, 2 bits' three quarters, 4 bits'
  // nowhere else.
  sampled_gap: {
    source: 'scoring',
    from: [0.0, 0.2, 0.4, 0.6, 0.9],
    honest: [0.5, 0.23, 0.155, 0.07, 0.035, 0.01],
    cheating: [0.15, 0.17, 0.2, 0.19, 0.17, 0.12],
  },
  // One minus the agreement of two greedy texts, of their first hundred words. Of honest bf16 texts half are the whole
  // fp32 text, and the others part at some near tie, hardly later than other models' do: it says little against a host
  // and much for one.
  agreement: {
    source: 'replay',
    from: [0.05, 0.3, 0.5, 0.7],
    honest: [0.48, 0.08, 0.13, 0.18, 0.13],
    cheating: [0.04, 0.04, 0.15, 0.35, 0.42],
  },
  // How far an answer is from what the reference's answer to the same prompt looks like: see plausibility.ts.
  plausibility: {
    source: 'plausibility',
    from: [1, 2, 3],
    honest: [0.95, 0.0415, 0.0075, 0.001],
    cheating: [0.45, 0.25, 0.18, 0.12],
  },
  // A check that its host took and did not answer, or ended at once and said that it was full. All of them count of a
  // host that leaves no more of its jobs than this, and of others as many as make an honest one's as rare: so one that
  // cannot tell checks from the others leaves no more of them.
  unanswered: { source: 'answers', from: [1], honest: [0.88, 0.12], cheating: [0.3, 0.7] },
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
