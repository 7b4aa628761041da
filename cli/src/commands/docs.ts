import { DOCUMENT_TYPES, TABLES } from '@mkt/schemas/fields'
import { type Command, Option } from 'commander'
import { completedBy } from '../words/kinds.ts'
import { idOf, moment, wholeNumber } from './argument.ts'
import { declareTypes } from './docs-types.ts'

const RISKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']

const documentId = idOf('doc')
const documentIds = completedBy('doc', (text: string, before: string[] = []) => [...before, documentId(text)])

const ABOUT = `
The documents service has a server and keys of its own: MKT_DOCS_SERVER (default http://127.0.0.1:8081)
or --server, and MKT_DOCS_KEY or the key that \`mkt docs login\` keeps.

Examples:
  mkt documents-keys claim | mkt docs login  keep the key that the operator made
  mkt docs analyze statement.pdf --report out.pdf
  mkt docs analyze scans --json > analyses.jsonl
  mkt docs show doc_01k9zq4v7m --csv --table transactions > march.csv`

export function declareDocs(program: Command): void {
  const docs = program
    .command('docs')
    .description('documents: analyse PDFs and pictures, read their fields and risk, fetch annotated reports')
    .addHelpText('after', ABOUT)
  declareAnalyze(docs)
  declareReading(docs)
  declareFiles(docs)
  declareTypes(docs)
  declareKeys(docs)
}

function declareAnalyze(docs: Command): void {
  docs
    .command('analyze')
    .description('send PDFs and pictures and print what they say and how risky they are')
    .argument(
      '<files...>',
      'PDF, JPEG, PNG or TIFF files of at most 50 MB, folders of them, or patterns in quotes; - is standard input',
    )
    .option('--json', 'a line of JSON for each file: the Analysis')
    .option('--full', 'every document of a file, with the places of its fields and the rows of its tables')
    .option(
      '--report <path>',
      'write the annotated PDF here; a folder for several files, made where it is missing; - is standard output',
    )
    .option(
      '--answers <folder>',
      'keep each analysis here as JSON, and leave out files that have one: a run that was cut goes on where it was',
    )
    .option('--at-once <n>', 'so many files at a time, 1 to 16 (default: 1)', wholeNumber(1, 16))
    .option('--password-file <path>', 'its first line opens PDFs that are protected')
    .option('--label <text>', 'a word of yours for them, by which lists find them')
    .option('--reference <text>', 'your own number or key for them')
    .option('--force', 'write over reports that are there, and over answers to other files')
    .option(
      '--reference-count <n>',
      'compare with so many related earlier documents, 0 to 20 (default: 1)',
      wholeNumber(0, 20),
    )
    .addHelpText(
      'after',
      "\nExamples:\n  mkt docs analyze t4.pdf --report t4-report.pdf\n  mkt docs analyze scans --answers answers --report reports\n  mkt docs analyze *.pdf --json | jq -r '.risk_assessment.risk_level'",
    )
    .action(async (files: string[], _options, command: Command) =>
      (await import('../operations/docs-analyze.ts')).analyze(files, command.optsWithGlobals()),
    )
}

function declareReading(docs: Command): void {
  docs
    .command('list', { isDefault: true })
    .description('your documents, newest first')
    .option('--json', 'print what GET /documents answers')
    .addOption(new Option('--type <type>', 'only documents of this type').choices(DOCUMENT_TYPES))
    .addOption(new Option('--risk <level>', 'only documents of this risk').choices(RISKS))
    .option('--text <text>', 'only those with it in their file name, label or reference')
    .option('--from <time>', 'only those analysed from this day or time on, in UTC', moment)
    .option('--to <time>', 'only those analysed before this day or time, in UTC', moment)
    .option('--doubtful', 'only those with doubtful values or a risk above LOW that nobody has looked at')
    .option('--page <n>', 'which page of the list (default: 1)', wholeNumber(1))
    .option('--limit <n>', 'how many a page, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .addHelpText('after', '\nExamples:\n  mkt docs list --type INVOICE --text "case 7"\n  mkt docs list --doubtful')
    .action(async (_options, command: Command) =>
      (await import('../operations/docs.ts')).listDocuments(command.optsWithGlobals()),
    )

  docs
    .command('show')
    .description('analyses as they were returned')
    .argument('<ids...>', 'doc_...', documentIds)
    .option('--json', 'a line of JSON for each document')
    .option('--full', 'every document of a file, with the places of its fields and the rows of its tables')
    .option('--csv', 'a line for each document of a file, for a spreadsheet')
    .option('--xlsx <path>', 'write one document as an Excel workbook; - is standard output')
    .option('--force', 'write over a workbook that is there')
    .option('--confidence', 'with --csv: beside each value a column of how sure it is, 0 to 1')
    .addOption(
      new Option('--table <name>', 'with --csv: a line for each row of this table').choices(Object.keys(TABLES)),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  mkt docs show doc_01k9zq4v7m\n  mkt docs show doc_01k9zq4v7m --csv --table transactions',
    )
    .action(async (ids: string[], _options, command: Command) =>
      (await import('../operations/docs.ts')).showDocuments(ids, command.optsWithGlobals()),
    )
}

function declareFiles(docs: Command): void {
  docs
    .command('report')
    .description('fetch the annotated PDF of a document')
    .argument('<id>', 'doc_...', documentId)
    .option('-o, --output <path>', 'where to write it (default: ID-annotated.pdf); - is standard output')
    .option('--force', 'write over a file that is there')
    .addHelpText('after', '\nExample:\n  mkt docs report doc_01k9zq4v7m -o report.pdf')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/docs.ts')).fetchReport(id, command.optsWithGlobals()),
    )

  docs
    .command('delete')
    .description('erase documents for good: analysis, original and report')
    .argument('<ids...>', 'doc_...', documentIds)
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  mkt docs delete doc_01k9zq4v7m --yes')
    .action(async (ids: string[], _options, command: Command) =>
      (await import('../operations/docs.ts')).deleteDocuments(ids, command.optsWithGlobals()),
    )
}

function declareKeys(docs: Command): void {
  docs
    .command('login')
    .description("keep the service's key, from standard input or typed unseen")
    .addHelpText('after', '\nExample:\n  mkt documents-keys claim | mkt docs login')
    .action(async (_options, command: Command) =>
      (await import('../operations/docs-login.ts')).loginToDocuments(command.optsWithGlobals()),
    )

  docs
    .command('logout')
    .description('forget the kept key')
    .addHelpText('after', '\nExample:\n  mkt docs logout')
    .action(async (_options, command: Command) =>
      (await import('../operations/docs-login.ts')).logoutOfDocuments(command.optsWithGlobals()),
    )
}
