import { claim } from './claim.ts'
import type { Rule } from './facts.ts'

/** A field that a sum put before another value, which the paper labels as well: it says both, and one was changed. */
export const saidOtherwise: Rule = (facts) =>
  Object.entries(facts.part.fields).flatMap(([name, { value, otherwise }]) =>
    otherwise
      ? claim(facts, {
          code: 'SAID_OTHERWISE',
          family: 'consistency',
          severity: 'medium',
          proof: true,
          message: `the sums bear out ${value}; under a name that is as good another place says ${otherwise.value}`,
          fields: [name],
          rests: otherwise.words,
        })
      : [],
  )
