import { expect, test } from 'vitest'
import { sentencesIn } from './tidy/sentences.ts'
import { readSources } from './tidy/source-tree.ts'

const files = readSources().filter(({ path }) => /^(agent|cli)\/src\//.test(path))

/** Where sentences stand. */
const WORDS = /^(agent|cli)\/src\/words\//

/** Commands, settings and files that are written for other programs: their texts belong to the declaration. */
const DECLARING =
  /^(agent|cli)\/src\/(commands\/|(settings|config-declaration|example-config|program|exit-code|service\/unit)\.ts$)/

/** Files with sentences of their own. This list may only shrink. */
const OUTSIDE: string[] = []

test('the check finds a sentence, and leaves out what is none', () => {
  const found = (source: string, declares?: boolean) => sentencesIn('x.ts', source, declares).map(({ where }) => where)
  expect(found("throw new Failure('usage', 'there is no such file')")).toEqual(['x.ts:1'])
  expect(found('const a = 1\ndesk.tell(`now ${' + 'name} has no more jobs`)')).toEqual(['x.ts:2'])
  expect(found("import a from 'a'; fetch('/users/me'); tell(words.paused(name))")).toEqual([])
  expect(found("const agree = 'text/event-stream, application/json, text/plain, text/html'")).toEqual([])
  expect(found("command.option('--json', 'for a script: one object')", true)).toEqual([])
  expect(found("function f() { throw new InvalidArgumentError('It must be a day.') }", true)).toEqual(['x.ts:1'])
})

test('what a person reads of mkt and mkt-agent stands in their words', () => {
  expect(files.length).toBeGreaterThan(100)
  const outside = files
    .filter(({ path }) => !WORDS.test(path))
    .flatMap(({ path, text }) => sentencesIn(path, text, DECLARING.test(path)))
  const pathOf = ({ where }: { where: string }) => where.replace(/:\d+$/, '')
  expect(outside.filter((sentence) => !OUTSIDE.includes(pathOf(sentence)))).toEqual([])
  expect(
    OUTSIDE.filter((path) => !outside.some((sentence) => pathOf(sentence) === path)),
    'take these off the list',
  ).toEqual([])
})
