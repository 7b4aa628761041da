import type { Fault } from '../fault.ts'

const FAULT = 'server/src/market/formats/answer-fault.ts'
const FORMATS = ['test/server/openai.formats.test.ts']
const TOOLS = ['test/server/openai.tools.test.ts']
const CAPABLE = ['test/server/capabilities.test.ts']

/** What requests ask of an answer beside its text: tools, forms, and engines that can do them. */
export const FORMS: readonly Fault[] = [
  {
    name: 'form-schema-not-checked',
    file: FAULT,
    find: 'await checks(response_format.json_schema.schema, answer.content)',
    replace: "await Promise.resolve<string | null | 'late'>(null)",
    why: 'a program that asked for JSON of its schema is given, and pays for, JSON of another',
    tests: FORMATS,
  },
  {
    name: 'form-text-for-json',
    file: FAULT,
    find: "if (!isJson(answer.content)) return wrong('it is no JSON')",
    replace: 'if (!isJson(answer.content)) return undefined',
    why: 'a program that asked for JSON pays for prose',
    tests: FORMATS,
  },
  {
    name: 'form-cut-is-held-against-the-host',
    file: FAULT,
    find: 'if (cut) return undefined',
    replace: '',
    why: 'a host that did all it was allowed to is counted as failed, and its text is thrown away',
    tests: FORMATS,
  },
  {
    name: 'form-arguments-not-checked',
    file: FAULT,
    find: 'await checks(tool.parameters, called.arguments)',
    replace: "await Promise.resolve<string | null | 'late'>(null)",
    why: 'a tool that was declared strict is called with arguments that it cannot take',
    tests: TOOLS,
  },
  {
    name: 'form-any-tool-called',
    file: FAULT,
    find: 'calls.find((call) => !names.has(call.function.name))',
    replace: 'calls.find((call) => names.size === 0 && !names.has(call.function.name))',
    why: 'a program is told to call a tool that it never offered',
    tests: TOOLS,
  },
  {
    name: 'form-forced-call-not-made',
    file: FAULT,
    find: 'if (forced && calls.length === 0 && !cut)',
    replace: 'if (forced && calls.length < 0 && !cut)',
    why: 'a program that must get a call gets chat, and pays for it',
    tests: TOOLS,
  },
  {
    name: 'form-unsound-schema-taken',
    file: 'server/src/market/formats/demand-schemas.ts',
    find: "if (fault) throw notSound('body.response_format.json_schema.schema', fault)",
    replace: '',
    why: 'a job with a schema that is none is run, and whatever comes is charged',
    tests: FORMATS,
  },
  {
    name: 'form-calls-billed-with-their-wrapping',
    file: 'server/src/market/jobs/price.ts',
    find: 'const texts = deliveredTexts(pieces)',
    replace: 'const texts = pieces',
    why: 'a host bills more for a call than came of it',
    tests: TOOLS,
  },
  {
    name: 'needs-ignored-by-claims',
    file: 'server/src/storage/may-run.ts',
    find: "sql.ref('jobs.needs')",
    replace: 'sql.lit(0)',
    why: 'a job with tools goes to a host whose engine has never heard of them',
    tests: CAPABLE,
  },
  {
    name: 'needs-ignored-by-submissions',
    file: 'server/src/market/jobs/agree-terms.ts',
    find: 'const capable = amongThose(writing, needs & ~VERIFIED)',
    replace: 'const capable = amongThose(writing, 0 * needs)',
    why: 'a job that no host can do is taken in, and its credits wait with it for a day',
    tests: CAPABLE,
  },
  {
    name: 'needs-of-a-request-not-noted',
    file: 'server/src/market/jobs/submit.ts',
    find: 'maskOf([...wants, ...capabilitiesNeeded({ ...submission, messages })])',
    replace: 'maskOf([...wants, ...capabilitiesNeeded({ ...submission, messages }).slice(1)])',
    why: 'a request with tools or a form goes to hosts that can do neither',
    tests: [...FORMATS, ...TOOLS],
  },
]
