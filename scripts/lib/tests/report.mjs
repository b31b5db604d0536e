/** @typedef {{ wallMs: number, processorMs: number }} Spent `processorMs`: `NaN` where it is unknown */

/**
 * What is said at the end, where it is found however long the output before it is.
 * @param {readonly (import('./count.mjs').Count & Spent & { kind: { name: string, script: string } })[]} counts
 * @param {readonly string[]} problems
 */
export function reportOf(counts, problems) {
  const sum = (/** @type {'passed' | 'failed'} */ what) => counts.reduce((all, each) => all + each[what], 0)
  const total = `${sum('passed')} passed, ${sum('failed')} failed`
  const failures = counts.flatMap(({ kind, failures }) => failures.map((each) => linesOf(each, kind.script)))
  const times = counts.map(timesOf)
  const flaky = counts.flatMap(({ failures }) => failures).filter(({ isFlaky }) => isFlaky).length
  return {
    lines: [
      ...failures.flat(),
      ...(flaky > 0 ? [`${flaky} passed at the second attempt only.`] : []),
      ...times,
      ...problems,
      total,
    ],
    times,
    total,
    isGood: problems.length === 0 && sum('failed') === 0,
  }
}

/** "The browser tests: 230 in 12.3 min, 24.1 min of the processor" */
function timesOf({ kind, passed, failed, wallMs, processorMs }) {
  const processor = Number.isNaN(processorMs) ? '' : `, ${minutes(processorMs)} of the processor`
  return `${kind.name}: ${passed + failed} in ${minutes(wallMs)}${processor}`
}

const minutes = (/** @type {number} */ ms) => `${(ms / 60_000).toFixed(1)} min`

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
