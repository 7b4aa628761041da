/** Normally distributed numbers that are the same on every machine for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Uniform in [0, 1): the linear congruential generator of Numerical Recipes. */
  uniform(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return this.#state / 2 ** 32
  }

  /** Mean 0, deviation 1, by Box and Muller. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()))
    return radius * Math.cos(2 * Math.PI * this.uniform())
  }

  normals(count: number, deviation: number): Float32Array {
    return Float32Array.from({ length: count }, () => this.normal() * deviation)
  }
}
