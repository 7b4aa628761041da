import { basename, join } from 'node:path'
import { type Flags, HELP, readFlags } from './flags.ts'
import { DEFAULT_TEXT, makeReciter } from './tiny-model/reciter.ts'
import { startWorker } from './worker.ts'

async function ownModel(cache: string): Promise<string> {
  const { file } = await makeReciter(join(cache, 'tiny-reciter.gguf'), { text: DEFAULT_TEXT })
  return file
}

async function serve(flags: Flags): Promise<void> {
  const model = flags.model ?? (await ownModel(flags.cache))
  const worker = await startWorker({ ...flags, model, name: flags.name ?? basename(model, '.gguf') })
  const end = async () => {
    await worker.stop()
    process.exit(0)
  }
  process.once('SIGTERM', end).once('SIGINT', end)
  // Started by a program that holds a channel to it, the worker ends when that program does.
  process.once('disconnect', end)
  console.log(`listening on ${worker.url}`)
}

try {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) process.stdout.write(HELP)
  else await serve(flags)
} catch (error) {
  console.error(`llama-worker: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
