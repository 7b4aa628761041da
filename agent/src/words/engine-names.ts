/** What an engine is, by how it is reached. */
export const engineNames = {
  huggingface: (mode: string, base: string) => `${mode} through @huggingface/inference at ${base}`,
  hub: 'the Hugging Face hub',
  langchain: (ollama: boolean, base: string) =>
    `${ollama ? 'Ollama' : 'an OpenAI-style API'} through LangChain at ${base}`,
  withContext: (id: string, context: number) => `${id}  (context of ${context} tokens)`,
}
