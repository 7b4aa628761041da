/** The tiny models of the tests: real llama.cpp runs them, and nothing is downloaded. */
export { makeRambler, type RamblerOptions } from '@mkt/examples/llama-worker/tiny-model/rambler.ts'
export {
  DEFAULT_TEXT,
  makeReciter,
  type Reciter,
  type ReciterOptions,
} from '@mkt/examples/llama-worker/tiny-model/reciter.ts'
