/**
 * How sure each way of finding a letter's fields is, before calibration. Ordered by how often the way was right on the
 * generated and the foreign letters of test/documents: a sentence that names somebody errs least.
 */
export const SURENESS = {
  /** A name where a sentence or the subject says whose letter it is. */
  sentence: 0.9,
  /** The name over an address: the reader's, who need not be the employee. */
  address: 0.82,
  /** An amount in a sentence with three words of income and none of anything else; with fewer. */
  stated: 0.92,
  hinted: 0.82,
  /** A line that is a date and a town; with the day and the month in an order that is a guess. */
  dateLine: 0.88,
  doubtfulDate: 0.6,
} as const
