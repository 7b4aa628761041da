import type { Chance } from './chance.ts'

/** How a market looks whether hosts run what they name. */
export interface VerificationSettings {
  /** The most of what is sold that is spent on it. */
  share: number
  /** Of the operator's own, beside those that everybody can read. */
  prompts: readonly string[]
  chance: Chance
}
