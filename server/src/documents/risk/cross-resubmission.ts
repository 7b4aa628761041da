import type { CrossRule } from './side-by-side.ts'

const sameFile: CrossRule = ({ sha256, earlier }) =>
  sha256 === earlier.sha256
    ? { code: 'RESUBMITTED', severity: 'info', message: 'the same file was handed in before', fields: [] }
    : undefined

/** Fewer fields than this are alike in many documents. */
const TELLING_FIELDS = 5

const sameContent: CrossRule = ({ sha256, fields, type, earlier }) => {
  const names = Object.keys(fields)
  const alike =
    names.length === Object.keys(earlier.fields).length && names.every((name) => fields[name] === earlier.fields[name])
  if (sha256 === earlier.sha256 || type !== earlier.type || names.length < TELLING_FIELDS || !alike) return undefined
  return {
    code: 'RESUBMITTED_OTHER_FILE',
    severity: 'low',
    message: 'the same document was handed in before in another file',
    fields: [],
  }
}

export const RESUBMISSION: readonly CrossRule[] = [sameFile, sameContent]
