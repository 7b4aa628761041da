/** The coarsest step looked for: coarser ones leave nothing of a page's grain. */
const COARSEST = 80
/** Fewer strengths that are not zero tell nothing; so many are enough. */
const [LEAST, ENOUGH] = [200, 1_500]
/** The mean square off whole steps is a twelfth of a step's square by chance; where it is this share it is the step. */
const NEARER = 0.25

/** The step in which a picture's last compression counted a wave's strengths; 1 where it did not. Pure. */
export function stepOf(strengths: Float32Array): number {
  let found = 1
  for (let step = 2; step <= COARSEST; step++) {
    const square = meanSquareOff(strengths, step)
    if (square === undefined) break
    if (square < (NEARER * step * step) / 12) found = step
  }
  return found
}

/** How far strengths lie from whole steps; undefined where too few are more than nothing. */
function meanSquareOff(strengths: Float32Array, step: number): number | undefined {
  let [sum, count] = [0, 0]
  for (const strength of strengths) {
    const whole = Math.round(strength / step)
    if (whole === 0) continue
    sum += (strength - step * whole) ** 2
    if (++count === ENOUGH) break
  }
  return count < LEAST ? undefined : sum / count
}
