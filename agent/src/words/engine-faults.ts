/** Where `--provider` names the other protocol than the one that the engine speaks. */
export function wrongProvider(base: string, speaks: 'openai' | 'ollama'): string {
  const protocol = speaks === 'openai' ? 'the OpenAI protocol, not that of Ollama' : "Ollama's own protocol only"
  return `the server at ${base} speaks ${protocol}; use --provider ${speaks}`
}
