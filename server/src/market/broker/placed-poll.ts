import type { Standing } from '../../live/lines.ts'
import type { Poll } from './waiting.ts'

/** A poll that is parked here, and its places in the lines that servers share. */
export interface PlacedPoll {
  poll: Poll
  standing: Standing
  /** It has them. */
  stands: boolean
}
