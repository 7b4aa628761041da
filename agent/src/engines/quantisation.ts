import type { OfferedModel } from '../backends/backend.ts'

/** `Q4_K_M`, `IQ3_XS`, `q5` between marks: how llama.cpp and Ollama name weights. */
const BY_BITS = /(?:^|[-_.:/@])i?q([2-5])(?:_[a-z0-9]+)*(?=$|[-_.:/@])/i
/** `int4`, `4bit`, `w4a16`, and the methods that keep four bits nearly always. */
const BY_WORD =
  /(?:^|[-_.:/@])(?:int([2-5])|([2-5])-?bits?|w([2-5])a\d+|(awq|gptq|nf4|exl2|mxfp4|nvfp4))(?=$|[-_.:/@])/i

/**
 * How few bits a name says that weights are kept in, as `q4`; undefined of six and more, which checks take for the
 * model itself. Pure.
 */
export function quantisationOf(name: string): string | undefined {
  const bits = BY_BITS.exec(name)?.[1]
  if (bits !== undefined) return `q${bits}`
  const word = BY_WORD.exec(name)
  return word ? `q${word[1] ?? word[2] ?? word[3] ?? 4}` : undefined
}

/** A model whose name at the engine says fewer bits than the name under which it is sold. */
export interface Undeclared {
  name: string
  engineModel: string
  /** What the name should end in: @q4. */
  bits: string
}

/** Checks refuse a host that sells fewer bits under the model's own name: that is another product, `model@q4`. Pure. */
export function undeclared(models: readonly OfferedModel[]): Undeclared[] {
  return models.flatMap(({ name, engineModel }) => {
    const bits = engineModel === undefined ? undefined : quantisationOf(engineModel)
    if (engineModel === undefined || bits === undefined || quantisationOf(name) !== undefined) return []
    return [{ name, engineModel, bits }]
  })
}
