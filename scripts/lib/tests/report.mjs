/**
 * What is said at the end, where it is found however long the output before it is.
 * @param {readonly (import('./count.mjs').Count & { kind: { script: string } })[]} counts
 * @param {readonly string[]} problems
 */
export function reportOf(counts, problems) {
  const sum = (/** @type {'passed' | 'failed'} */ what) => counts.reduce((all, each) => all + each[what], 0)
  const total = `${sum('passed')} passed, ${sum('failed')} failed`
  const failures = counts.flatMap(({ kind, failures }) => failures.map((each) => linesOf(each, kind.script)))
  const flaky = counts.flatMap(({ failures }) => failures).filter(({ isFlaky }) => isFlaky).length
  return {
    lines: [
      ...failures.flat(),
      ...(flaky > 0 ? [`${flaky} passed at the second attempt only.`] : []),
      ...problems,
      total,
    ],
    total,
    isGood: problems.length === 0 && sum('failed') === 0,
  }
}

/** @returns {string[]} */
function linesOf({ what, file, title, reason, trace }, script) {
  return [
    '',
    file ? `${what} (${file})` : what,
    reason,
    ...(file ? [`Run it alone: npm run ${script} -- ${file}${title ? ` -g ${quoted(title)}` : ''}`] : []),
    ...(trace ? [`Its second attempt: npx playwright show-trace ${trace}`] : []),
  ]
}

/** For a shell. */
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`
