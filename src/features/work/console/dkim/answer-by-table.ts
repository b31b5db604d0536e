import { callStaff } from '#ui/console/call-staff.ts'
import { findDkim } from '../../api/console-work.ts'
import { readDkimTable } from '../../rules/dkim-table.ts'
import { sendAnswers } from '../work-queries.ts'

export interface PasteProblem {
  line: number
  reason: string
}

/**
 * Answers what a table has keys for. Where a line is wrong, or names a domain that no key is asked for, nothing is sent.
 * @throws what a call throws
 */
export async function answerByTable(text: string): Promise<{ taken: number; problems: PasteProblem[] }> {
  const { lines, problems } = readDkimTable(text)
  if (lines.length === 0) return { taken: 0, problems }
  const { found } = await callStaff(findDkim, { body: { domains: lines.map(({ domain }) => domain) } })
  const idOf = new Map(found.map(({ domain, id }) => [domain, id]))
  const matched = lines.flatMap((line) => {
    const id = idOf.get(line.domain)
    return id ? [{ ...line, id }] : []
  })
  const unknown = lines
    .filter(({ domain }) => !idOf.has(domain))
    .map(({ line, domain }) => ({ line, reason: `No key is asked for ${domain}.` }))
  const wrong = [...problems, ...unknown].sort((a, b) => a.line - b.line)
  if (wrong.length > 0) return { taken: 0, problems: wrong }
  const results = await sendAnswers(
    matched.map(({ id, txt, selector }) => ({ id, answer: { txt, selector } })),
  )
  const problemOf = new Map(results.map(({ id, problem }) => [id, problem]))
  const refused = matched.flatMap(({ line, id, domain }) => {
    const problem = problemOf.get(id)
    return problem ? [{ line, reason: `${domain}: ${problem}` }] : []
  })
  return { taken: results.length - refused.length, problems: refused }
}
