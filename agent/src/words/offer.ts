/** What a start says while it settles which models of an engine are offered; `engine`: `the engine`, with its name. */
export function triedAgain(why: string): string {
  return `${why}; it is tried again until it does`
}

export function offered(engine: string, listed: string, chosen: string): string {
  return `${engine} lists ${listed}; offered: ${chosen}`
}

export function whichOffered(engine: string): string {
  return `Which models of ${engine} do you offer?`
}

export function elsewhere(model: string, engine: string): string {
  return `${model} is offered by another engine than ${engine}: jobs of it go there`
}

/** Of a name that may hold what cannot be seen, and be of any length. */
export function unsellable(model: string, engine: string, fault: string): string {
  const shown = JSON.stringify(model.length > 60 ? `${model.slice(0, 60)}...` : model)
  const otherwise = '--model NAME=ENGINE_NAME offers it under another name'
  return `${shown} of ${engine} is not offered, since a model's name ${fault}; ${otherwise}`
}

export function oneTooMany(model: string, most: number): string {
  return `${model} is not offered: a host offers at most ${most} models`
}

export function aboveContext(model: string, answer: number, context: number): string {
  return `${model} is offered with answers of ${answer} tokens, but its context at the engine is ${context}`
}

export function fewerBits(model: string, engineModel: string): string {
  return `${model} is ${engineModel} at the engine, whose name says fewer bits than the model has`
}

export function declareBits(model: string, engineModel: string, bits: string): string {
  const asIs = `sell it as what it is, --model ${model}@${bits}=${engineModel}`
  return `${asIs}: checks refuse fewer bits under the model's own name`
}

/** Where nobody can be asked which: the sentence, and what to do. */
type Advised = readonly [sentence: string, advice: string]

export function unchosen(engine: string, listed: string, first: string | undefined): Advised {
  return [
    `--model is missing: ${engine} lists ${listed}`,
    `Name those to offer, such as --model ${first}, or offer every one of them: --model all`,
  ]
}

export function withoutList(engine: string): Advised {
  return [
    `${engine} has no list of models to choose from`,
    'Name what it runs: --model NAME, or --model NAME=ENGINE_MODEL where it has another name for it.',
  ]
}

export function unasked(engine: string, why: string): Advised {
  return [
    `--model is missing, and ${engine} cannot be asked what it has: ${why}`,
    'Start the engine, or name the models to offer: --model NAME; --model all offers what it lists once it runs.',
  ]
}
