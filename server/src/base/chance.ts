/** A number from 0 up to 1: for what must not be foreseen but is no secret. */
export const systemChance = (): number => Math.random()
