/** What an agent has done since it started, and how much of it is under way. */
export class Tally {
  /** Jobs that run now. */
  busy = 0
  completed = 0
  failed = 0
  /** Pieces of text from the engine. */
  pieces = 0
  earned_nano = 0n
}
