/** Faults of prompts: of the one of `submit`, and of the lines of a batch. */
export const promptWords = {
  id: 'id: must be a text or a whole number',
  eitherText: 'must have either input_text or prompt',
  noModel: 'model: is missing, and --model is not given',
  cutOff: 'is cut off: its JSON object does not end',
  noObject: 'must be a JSON object',
  twice: 'the prompt is given twice, as an argument and with --file',
  empty: 'the prompt is empty',
  none: 'there is no prompt',
  giveOne: "Give it as an argument, with --file, or on standard input: mkt submit --model M 'Why is the sky blue?'",
  unreadable: (path: string, why: string) => `cannot read the prompt: ${path}: ${why}`,
  notText: (name: string) => `${name} is not UTF-8 text`,
  tooLong: (bytes: number) => `the prompt is longer than ${bytes} bytes`,
  oneArgument: 'the prompt must be one argument: put it in quotes',
}
