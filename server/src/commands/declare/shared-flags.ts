import { type Command, Option } from 'commander'

/** Where the server's data is, for a command that works on it beside the server. */
export const data = (command: Command) =>
  command
    .addOption(new Option('--data <dir>', 'data directory of the server').default('data').env('MKT_DATA'))
    .addOption(new Option('--database-url <url>', 'postgres:// URL, if the server has one').env('MKT_DATABASE_URL'))

/** Where the files of documents are, for a command that touches them. */
export const blobs = (command: Command) =>
  command
    .addOption(new Option('--blobs <url>', 'where the files of documents lie, as the server was told').env('MKT_BLOBS'))
    .addOption(
      new Option('--blobs-endpoint <url>', "URL of an S3 server that is not Amazon's").env('MKT_BLOBS_ENDPOINT'),
    )
    .addOption(new Option('--blobs-region <name>', 'region of the bucket').default('us-east-1').env('MKT_BLOBS_REGION'))

export const json = (command: Command) => command.option('--json', 'print JSON for scripts')

/** A list for people fits the terminal; `--wide` and everything that is no terminal get it whole. */
export const list = (command: Command) =>
  json(data(command))
    .option('--limit <n>', 'how many', '1000')
    .option('--offset <n>', 'leave out the first n', '0')
    .option('--wide', 'cut nothing, however narrow the terminal')

/** Example lines below the help of a command; each is a whole command that works as it stands. */
export const examples = (...lines: string[]) =>
  `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  ${line}`).join('\n')}`
