/** What a host knows when it is asked for a text. */
export interface Moment {
  /** Hours since the world and since the host began. */
  hour: number
  age_h: number
  /** More is asked for than the longest check used to ask for. */
  long: boolean
  /** What the market says of the host. */
  verified: boolean
  /** The number that it has within its group. */
  at: number
}

/** What a group of hosts does; the numbers are against an honest host's. */
export interface Strategy {
  name: string
  /** What it serves, as it was measured. */
  serves: string
  /** The part of jobs that it serves so; the others it answers honestly. */
  spoils: number
  /** Serves honestly for so many hours first. */
  patience_h: number
  /** Beyond that, serves honestly at other moments than these. */
  dares: (moment: Moment) => boolean
  /** Whether its hosts are one owner's, which nothing but the group of fifty strangers hides. */
  related: boolean
  /** What each tenth host of the group does instead. */
  aside: Partial<Strategy>
  /** What a spoilt job costs it, of what an honest one costs. */
  cost: number
  /** Tokens that it bills for one that it wrote. */
  bills: number
  /** The part of its jobs that it completes. */
  completes: number
  /** The part of checks that it knows for ones and hands back, and of customers' jobs that it takes for checks. */
  smells: number
  startles: number
  /** Of what is paid to it, the part that is promotional credits. */
  promo: number
  /** Its price, of the honest hosts' middle one. */
  price: number
}

const honest = {
  ...{ serves: 'bf16', spoils: 1, patience_h: 0, cost: 1, bills: 1, completes: 1, promo: 0, price: 0.8 },
  ...{ smells: 0, startles: 0, dares: () => true, related: true, aside: {} },
} satisfies Omit<Strategy, 'name'>

const strategy = (name: string, more: Partial<Strategy>): Strategy => ({ ...honest, name, ...more })

export const HONEST = strategy('honest', {})

/** Innocent, and unlike the reference. */
export const ODD: readonly Strategy[] = [
  strategy('honest, fp16', { serves: 'fp16' }),
  strategy('honest, int8', { serves: 'int8' }),
]

const SMALL = { serves: 'smaller model', cost: 0.15 }
/** Once it is known well. */
const TURNS = { ...SMALL, patience_h: 240 }

export const STRATEGIES: readonly Strategy[] = [
  strategy('a smaller model', { serves: 'smaller model', cost: 0.15 }),
  strategy('another model', { serves: 'another model', cost: 0.5 }),
  strategy('2 bits', { serves: '2 bits', cost: 0.4 }),
  strategy('3 bits', { serves: '3 bits', cost: 0.45 }),
  strategy('4 bits', { serves: '4 bits', cost: 0.5 }),
  strategy('a smaller model for three jobs in ten', { serves: 'smaller model', cost: 0.15, spoils: 0.3 }),
  strategy('a smaller model for one job in ten', { serves: 'smaller model', cost: 0.15, spoils: 0.1 }),
  strategy('honest for ten days, then a smaller model', { serves: 'smaller model', cost: 0.15, patience_h: 240 }),
  strategy('the same, under names that nothing connects', { ...TURNS, related: false }),
  strategy('turns for three jobs in ten', { ...TURNS, spoils: 0.3 }),
  strategy('turns for one job in ten', { ...TURNS, spoils: 0.1 }),
  strategy('turns at night', { ...TURNS, dares: ({ hour }) => hour % 24 < 8 }),
  strategy('turns for a day in each week', { ...TURNS, dares: ({ age_h }) => age_h % 168 < 24 }),
  strategy('turns where much is asked for', { ...TURNS, dares: ({ long }) => long }),
  strategy('turns one host after the other', { ...TURNS, dares: ({ age_h, at }) => age_h > 240 + 4 * at }),
  strategy('turns, and is honest while it is doubted', { ...TURNS, dares: ({ verified }) => verified }),
  strategy('turns as soon as it is verified', { ...SMALL, dares: ({ verified }) => verified }),
  strategy('turns while others of it keep checks busy', { ...TURNS, aside: { ...SMALL, patience_h: 0 } }),
  strategy('turns while dear hosts of it keep checks busy', { ...TURNS, aside: { price: 20, patience_h: 0 } }),
  strategy('truncated texts', { serves: 'truncated', cost: 0.17 }),
  strategy('canned text', { serves: 'canned text', cost: 0.01 }),
  strategy('padded tokens', { serves: 'padded tokens', bills: 2 }),
  strategy('holds jobs until they are lost', { completes: 0, cost: 0 }),
  strategy('launders promotional credits', { promo: 1, cost: 0.01, serves: 'canned text' }),
  strategy('free decoy', { price: 0 }),
  strategy('hands back nine checks in ten, a smaller model', { ...SMALL, smells: 0.9, startles: 0.01 }),
  strategy('hands back checks, and as many jobs, a smaller model', { ...SMALL, smells: 0.5, startles: 0.4 }),
  strategy('hands back each other check, 4 bits', { serves: '4 bits', cost: 0.5, smells: 0.5, startles: 0.05 }),
]
