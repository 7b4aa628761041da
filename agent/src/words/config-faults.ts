import { list } from './quantity.ts'

/** Faults of the configuration file, and of settings that do not go together. A path begins what is said of a file. */
export const configFaults = {
  unreadable: (path: string, why: string) => `the configuration file ${path} cannot be read: ${why}; check --config`,
  notJson: (path: string, why: string) => `the configuration file ${path} is not JSON: ${why}`,
  notAnObject: (path: string) =>
    `the configuration file ${path} must hold one JSON object, such as {"backend": "worker"}`,
  besideEngines: (path: string, members: string) =>
    `${path}: ${members} beside "engines" must stand in the engine that is meant`,
  unknownSetting: (path: string, key: string, known: string) =>
    `${path}: there is no setting ${key}; known are ${known}`,
  notAText: (path: string, key: string, many: boolean) =>
    `${path}: ${key} must be a text or a number${many ? ', or a list of texts' : ''}`,
  oneValue: (path: string, key: string) => `${path}: ${key} takes one value, not a list`,
  engines: (path: string) =>
    `${path}: engines must be a list of 1 to 20 objects, such as [{"name": "vllm", "models": "all"}]`,
  sameName: (path: string) => `${path}: two engines have the same name: give each its own`,
  unnamed: (path: string) => `${path}: name is missing: give a text of 1 to 64 characters, for the log`,
  models: (path: string) =>
    `${path}: models must be "all" or a list of names, such as ["tiny", "big=org/Big-7B", {"name": "x", "engine_model": "y", "max_tokens": 8192}]`,
  whichEngine: (flag: string, names: readonly string[]) =>
    `${flag} must be given in the file: it has ${names.length} engines, ${list(names)}, and the flag or variable does not say which one is meant`,
  otherState: (now: string, there: string, path: string) =>
    `--state ${now} wins over ${there} of ${path}: the host there, its key and its balance are not this one's`,
  noAddress: (name: string, what: string) =>
    `${name} is missing: give the address of ${what}, such as http://127.0.0.1:8080`,
  url: 'must be an http or https URL, such as http://127.0.0.1:8080',
  noChoice: (name: string, choices: string) => `${name} is missing: give ${choices}`,
  wholeNumber: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  noPrice:
    '--price is missing: give credits per generated token, such as 0.001 (0 gives tokens away), or market or auto for what others ask',
  credits: (most: string, words: string) =>
    `must be credits per token, 0 to ${most} with at most 9 decimals, such as 0.001${words}`,
  factor: 'must be a number from 0.01 to 100, such as 0.9',
  factorOfWhat: '--price-factor is for --price market or auto: leave it out beside a price of your own',
  twoPrices: '--price-file and --price are two prices: give one of them',
  boundsOfFile: '--price-min and --price-max are for --price market or auto: leave them out beside --price-file',
  pricesUnreadable: (path: string, why: string) => `the price file ${path} cannot be read: ${why}; check --price-file`,
  pricesForm: (path: string) =>
    `the price file ${path} must hold one JSON object of credits by model, such as {"tiny": 0.001, "*": 0.002}`,
  wrongPrice: (path: string, model: string, most: string, given: string) =>
    `${path}: the price of ${model} must be credits per token, 0 to ${most} with at most 9 decimals, not ${given}, ` +
    'or both of {"price": 0.002, "input_price": 0.0005}',
  gpu: 'must be one line of at most 200 characters',
  model: 'must be NAME or NAME=ENGINE_MODEL, NAME of 1 to 200 characters',
  wrong: (name: string, wanted: string, given: string) => `${name} ${wanted}, not ${given}`,
  sameModel: '--model names the same model twice: give each name once',
  tooManyModels: (most: number) => `--model: a host offers at most ${most} models`,
  boundsCross: '--price-min must be at most --price-max: give other bounds',
  outOfBounds: '--price is outside of --price-min and --price-max: leave those out, or use --price auto',
  workerUrl: 'the worker backend needs --endpoint-url URL: the address of the server that generates',
  huggingfaceUrl:
    'the huggingface backend needs --endpoint-url URL, the address of TGI, vLLM, llama-server or the like, or HF_TOKEN to use the hub',
  hubCompletion: '--mode completion needs --endpoint-url URL: the hub is asked in chat mode',
  hubModel: '--model is missing: the hub lists no models, so name at least one to offer',
  langchainUrl: 'the langchain backend needs --provider ollama, or --endpoint-url URL of an OpenAI-style server',
  openaiKey: "--provider openai without --endpoint-url is OpenAI's own API: set MKT_AGENT_ENGINE_KEY to its key",
  langchainCompletion: '--mode completion works with --backend worker or huggingface: LangChain is asked in chat mode',
  providerOf: (backend: string) => `--provider is for --backend langchain: leave it out with ${backend}`,
}
