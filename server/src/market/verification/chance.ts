/** A number from 0 up to 1, like Math.random. */
export type Chance = () => number

/** In an order by chance. */
export const shuffled = <T>(of: readonly T[], chance: Chance): T[] =>
  of
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

export const one = <T>(of: readonly T[], chance: Chance): T =>
  of[Math.min(of.length - 1, Math.floor(chance() * of.length))] as T
