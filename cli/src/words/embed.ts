import { count } from './count.ts'

/** What `mkt embed` says. */
export const embedWords = {
  standardInput: 'standard input',
  none: 'there are no texts',
  giveSome: "Give them as arguments, with --file, or on standard input: mkt embed --model M 'a red fox'",
  nothing: (name: string) => `${name} holds no text`,
  twice: 'the texts are given twice, as arguments and with --file',
  wholeOfWhat: '--whole is for a file or standard input: an argument is one text already',
  text: (number: number) => `text ${number}`,
  line: (name: string, number: number) => `line ${number} of ${name}`,
  empty: (name: string) => `${name} is empty`,
  noneOfNothing: 'There is no vector of nothing. Leave it out; --whole takes all of a file as one text.',
  unplain: (name: string) => `${name} is not well-formed text without NUL`,
  tooLong: (bytes: number) => `the texts are longer than ${bytes} bytes together`,
  textTooLong: (name: string, bytes: number) => `${name} is longer than ${bytes} bytes`,
  nobodyEmbeds: (models: readonly string[]) =>
    `no host makes embeddings with ${models.map((model) => JSON.stringify(model)).join(' or ')}`,
  theseEmbed: (models: readonly string[]) =>
    models.length > 0 ? `These make embeddings: ${models.join(', ')}.` : 'No model on offer makes embeddings now.',
  noVectors: (job: string) => `job ${job} ended without a vector of each text`,
  done: (texts: number, tokens: number | undefined, credits: string) =>
    [count(texts, 'vector'), ...(tokens === undefined ? [] : [`${count(tokens, 'token')} read`]), credits].join(' · '),
  doneBefore: (texts: number) => `The vectors of the first ${count(texts, 'text')} are printed.`,
}
