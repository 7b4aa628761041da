/*
 * How strongly a label claims a value, 0..1, by where the value stands to it. Set by hand on the slips of
 * test/documents/real-slips and world-slips, which hold them; only the order of rivals counts (assign.ts), since
 * confidences are fitted to what came true afterwards (calibration-table.ts).
 */

/** Where a label stands with nothing between it and its value, and the points over which the claim is used up. */
export const CLAIM = {
  /** A box's number beside its value; one that no caption goes with may be any number. */
  numberRight: { start: 0.8, weak: 0.6, over: 1200, weakOver: 400 },
  /** Over its value a number says less: line and code numbers stand there as well. */
  numberBelow: { start: 0.5, weak: 0.3, over: 60, asideOver: 400 },
  /** Leaders of dots part captions and values by a whole line, so that distance says little. */
  captionRight: { start: 0.75, over: 1600 },
  /** Under a caption the next row is near: 70 points are four rows. */
  captionBelow: { start: 0.8, over: 70, asideOver: 250 },
  /** A decoy yields to a box that somebody asks for. */
  decoy: 0.05,
  /** Below this nothing is claimed. */
  least: 0.05,
  /** The form's own field of that name. */
  formField: 0.98,
  /** However strong, each of two ways leaves a doubt. */
  most: 0.95,
} as const

/** What else is said of a value, as factors. */
export const FACTOR = {
  /** One or two digits are rather a box number; a whole number among cents rather a code. */
  oneOrTwoDigits: 0.3,
  wholeAmongCents: 0.5,
  /** Rules around both bind them; other rules part them. */
  sameCell: 1.3,
  otherCell: 0.9,
  /** The side of its labels that a form does not use is worth this much less at most. */
  otherSide: 0.3,
} as const
