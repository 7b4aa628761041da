import { readFileSync, writeFileSync } from 'node:fs'
import { features } from '../../server/src/documents/extract/calibrate.ts'
import type { DocumentPart } from '../../server/src/documents/model/findings.ts'
import type { Sample } from './fit.ts'
import { type Expected, isRight } from './labelled-files.ts'

/**
 * How strangers' papers were read before any rule was changed for them: the only samples that flatter nobody. A line
 * for each field: right or not, the paper, and the model's inputs. Later readings of the same papers measure memory.
 */
const fileOf = (round: string) => new URL(`rounds/${round}/first-reading.txt`, import.meta.url)

/** Rounds of strangers whose first reading was kept. */
export const KEPT_ROUNDS = [2, 3, 4, 7, 8, 9, 10, 11, 12].map((number) => `round-${number}`)

/** What is the same for all fields is not written down. */
const ALWAYS = 'one'

export function keepFirstReading(round: string, samples: readonly Sample[]): void {
  const lines = samples.map(({ right, fold, known }) => {
    const inputs = known.filter(([name, value]) => name !== ALWAYS && value !== 0)
    return [right ? 'right' : 'wrong', fold, ...inputs.map(([name, value]) => inputText(name, value))].join(' ')
  })
  writeFileSync(fileOf(round), `${lines.join('\n')}\n`)
}

const inputText = (name: string, value: number) => (value === 1 ? name : `${name}=${Number(value.toFixed(2))}`)

export function firstReading(round: string): Sample[] {
  const lines = readFileSync(fileOf(round), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [judged, fold = '', ...inputs] = line.split(' ')
    const known = inputs.map((input): [string, number] => {
      const [name = '', value = '1'] = input.split('=')
      return [name, Number(value)]
    })
    return { right: judged === 'right', fold, known: [[ALWAYS, 1], ...known], weight: 1 }
  })
}

/** The fields of a part with their inputs, those whose truth is known. */
export function samplesOfPart(part: DocumentPart, expected: Expected, fold: string, weight: number): Sample[] {
  if (part.type === 'UNKNOWN' || expected.document_type === 'UNKNOWN') return []
  return Object.entries(part.fields).flatMap(([name, field]) => {
    const right = isRight(expected, name, field.value)
    return right === undefined ? [] : [{ known: [...features(part, name, field)], right, fold, weight }]
  })
}
